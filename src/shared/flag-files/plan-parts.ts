import type { Path } from '../datafile/problems.ts'
import type { ProposedEntry } from '../features/changes/schemas/change.ts'
import type { FlagFileContent } from '../features/flag-files/schemas/filed.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { SegmentDocument } from '../schemas/segment.ts'

export type ParsedFlagFile = { readonly file: string; readonly filed: FlagFileContent }

/** A problem: the file, the path in its content, and what is expected. `file` is null if no file is at fault. */
export type PlanProblem = {
  readonly file: string | null
  readonly path: Path
  readonly problem: string
  readonly expected: string
}

export type PlannedEntry = ProposedEntry & { readonly before: FlagDocument | SegmentDocument | null }
