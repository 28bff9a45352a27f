import { affectedFlags } from '../../../../shared/impact/affected.ts'
import { limits } from '../../../../shared/limits.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../../shared/schemas/segment.ts'
import type { EffectRequest } from './effect-worker.ts'

/** A proposed flag or segment. A null document removes it. */
export type ProposedDocument =
  | { kind: 'flag'; key: string; document: FlagDocument | null }
  | { kind: 'segment'; key: string; document: SegmentDocument | null }

export const withEdits = (datafile: Datafile, edits: readonly ProposedDocument[]): Datafile => {
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

/**
 * Builds the worker’s question about edits. It covers the edited flags and those that depend on the edits, at any
 * depth.
 */
export const questionOf = (
  before: Datafile,
  edits: readonly ProposedDocument[],
  contexts: readonly Context[],
  nowMs: number,
  keptOut: readonly string[] = [],
): EffectRequest => {
  const own = edits.flatMap(({ kind, key }) => (kind === 'flag' ? [key] : []))
  const after = withEdits(before, edits)
  const { through } = affectedFlags(before, after)
  const flags = [...own, ...through.filter((key) => !own.includes(key))].slice(0, limits.impactFlags)
  return { before, after, flags, own: Math.min(own.length, limits.impactFlags), contexts, keptOut, nowMs }
}
