import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import { rampDocumentAt } from '../../../shared/features/ramps/ramp-document.ts'
import type { Db } from '../../platform/db/pool.ts'
import { type RampRow, rampOfChange } from '../ramps/queries.ts'
import { rampOf } from '../ramps/ramp-ctx.ts'
import type { MergedEntries } from './merge-entries.ts'

/**
 * Returns a change's entries as they will be at the end of the ramp that it starts. Impact and promises are checked on
 * this result, because the steps in between require no review.
 */
export async function atFinalStep(
  db: Db,
  changeId: string,
  merged: readonly MergedEntries[],
): Promise<MergedEntries[]> {
  const ramp = await rampOfChange(db, changeId)
  return merged.map((one) =>
    ramp?.environmentId === one.environment.id ? { ...one, ...entriesAtFinalStep(one, ramp) } : one,
  )
}

function entriesAtFinalStep(
  { entries, proposals }: MergedEntries,
  ramp: RampRow,
): Pick<MergedEntries, 'entries' | 'proposals'> {
  const last = ramp.plan.steps.length - 1
  const done = (entry: Entry): Entry =>
    entry.kind === 'flag' && entry.key === ramp.flag && entry.document
      ? { ...entry, document: rampDocumentAt(entry.document, rampOf(ramp), last) }
      : entry
  return {
    entries: entries.map(done),
    proposals: proposals.map((proposal) => ({ ...proposal, entry: done(proposal.entry) })),
  }
}
