import type { Path } from '../datafile/problems.ts'
import type { ProposedEntry } from '../features/changes/schemas/change.ts'
import type { Filed } from '../features/flag-files/schemas/filed.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { SegmentDocument } from '../schemas/segment.ts'

/** One file: its name, and what it holds. */
export type FiledIn = { readonly file: string; readonly filed: Filed }

/** What is wrong, where in what a file holds it stands, and what would be right; no file where it is in none. */
export type PlanProblem = {
  readonly file: string | null
  readonly path: Path
  readonly problem: string
  readonly expected: string
}

/** What would change of a flag or segment in an environment. */
export type PlannedEntry = ProposedEntry & { readonly before: FlagDocument | SegmentDocument | null }
