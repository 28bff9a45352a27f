import { affectedFlags } from '../../../../shared/impact/affected.ts'
import { limits } from '../../../../shared/limits.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../../shared/schemas/segment.ts'
import type { Question } from './effect-worker.ts'

/** A flag or segment as it shall be; null where it is removed. */
export type Edited =
  | { kind: 'flag'; key: string; document: FlagDocument | null }
  | { kind: 'segment'; key: string; document: SegmentDocument | null }

/** A state with edits made. */
export const withEdits = (datafile: Datafile, edits: readonly Edited[]): Datafile => {
  const flags = { ...datafile.flags }
  const segments = { ...datafile.segments }
  for (const edit of edits) {
    if (edit.kind === 'flag') {
      if (edit.document === null) delete flags[edit.key]
      else flags[edit.key] = edit.document
    } else if (edit.document === null) delete segments[edit.key]
    else segments[edit.key] = edit.document
  }
  return { ...datafile, flags, segments }
}

/** What is asked about edits: the flags among them, and those whose answers may change with them, at any depth. */
export const questionOf = (
  before: Datafile,
  edits: readonly Edited[],
  contexts: readonly Context[],
  nowMs: number,
  keptOut: readonly string[] = [],
): Question => {
  const own = edits.flatMap(({ kind, key }) => (kind === 'flag' ? [key] : []))
  const after = withEdits(before, edits)
  const { through } = affectedFlags(before, after)
  const flags = [...own, ...through.filter((key) => !own.includes(key))].slice(0, limits.impactFlags)
  return { before, after, flags, own: Math.min(own.length, limits.impactFlags), contexts, keptOut, nowMs }
}
