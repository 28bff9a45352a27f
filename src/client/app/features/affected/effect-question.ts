import { referencesOf } from '../../../../shared/datafile/references.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../../shared/schemas/segment.ts'
import type { Question } from './effect-worker.ts'

/** A flag or segment as it shall be; null where it is removed. */
export type Edited =
  | { kind: 'flag'; key: string; document: FlagDocument | null }
  | { kind: 'segment'; key: string; document: SegmentDocument | null }

const most = 50

const withEdits = (datafile: Datafile, edits: readonly Edited[]): Datafile => {
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

/** What is asked about edits: the flags among them, and those that ask for something among them, directly. */
export const questionOf = (
  before: Datafile,
  edits: readonly Edited[],
  contexts: readonly Context[],
  nowMs: number,
): Question => {
  const own = edits.flatMap(({ kind, key }) => (kind === 'flag' ? [key] : []))
  const edited = new Set(edits.map(({ kind, key }) => `${kind} ${key}`))
  const after = withEdits(before, edits)
  const asks = Object.values(after.flags)
    .filter(
      (flag) => !own.includes(flag.key) && referencesOf(flag).some(({ kind, key }) => edited.has(`${kind} ${key}`)),
    )
    .map(({ key }) => key)
  return { before, after, flags: [...own, ...asks].slice(0, most), own: Math.min(own.length, most), contexts, nowMs }
}
