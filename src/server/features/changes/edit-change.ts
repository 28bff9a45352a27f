import type { z } from 'zod'
import type { Change, EditChangeInput } from '../../../shared/features/changes/schemas/change.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { checkProposals } from '../publishing/check-proposals.ts'
import { checkRampProposed } from './check-ramp-proposed.ts'
import { checkRunProposed } from './check-run-proposed.ts'
import { dismissApprovals } from './dismiss-approvals.ts'
import { loadChange } from './load-change.ts'
import { findChange, replaceEntries, updateChange } from './queries.ts'
import { readChange } from './read-change.ts'
import { recordAuthors } from './record-authors.ts'
import { refreshGeneratedTitle } from './refresh-generated-title.ts'
import { replacedEntries } from './replaced-entries.ts'
import { stateInReview } from './state-in-review.ts'
import { auditAct, transition } from './transition.ts'

/**
 * Edits a change. Earlier approvals are dismissed and the change returns to review. The returned reviews and the event
 * list the dismissed ones. A draft stays a draft.
 */
export async function editChange(ctx: ProjectCtx, input: z.output<typeof EditChangeInput>): Promise<Change> {
  await transition(ctx, input, 'edit', async (tx, change) => {
    const { row } = change
    const voided = await dismissApprovals(tx, change)
    await recordAuthors(tx, row.id)
    if (input.entries) await replaceEntries(tx.db, row.id, input.entries, await checkProposals(tx, input.entries))
    const edited = await loadChange(tx, row.number, await findChange(tx.db, tx.project, row.number))
    await checkRampProposed(tx, edited)
    await checkRunProposed(tx, edited)
    const { state, results, secondLook } =
      row.state === 'draft' ? { state: row.state, results: null, secondLook: null } : await stateInReview(tx, edited)
    await updateChange(tx.db, row.id, {
      title: input.title ?? row.title,
      message: input.message ?? row.message,
      version: row.version + 1,
      state,
      results: results && JSON.stringify(results),
      secondLook: secondLook && JSON.stringify(secondLook),
      decidedAt: state === 'approved' ? tx.now() : null,
      updatedAt: tx.now(),
    })
    if (input.entries && input.title === undefined) await refreshGeneratedTitle(tx, change)
    const { title, message, entries } = input
    const before = {
      ...(title !== undefined && { title: row.title }),
      ...(message !== undefined && { message: row.message }),
      ...(entries && { entries: replacedEntries(change.proposals, entries) }),
    }
    await auditAct(
      tx,
      change,
      'edit',
      { state, version: row.version + 1, ...(title !== undefined && { title }), message, entries, voided },
      before,
    )
  })
  return readChange(ctx, input)
}
