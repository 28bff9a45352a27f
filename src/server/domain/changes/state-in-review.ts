import type { ActCtx } from './act.ts'
import { isApproved } from './approvals.ts'
import { checkPublishable } from './check-proposals.ts'
import type { LoadedChange } from './load-change.ts'
import { mergeEntries } from './merge-entries.ts'

/**
 * The state of a change that is put before reviewers: in review, or approved at once where its environments require no
 * approval. Refuses documents that could not be published.
 */
export async function stateInReview(ctx: ActCtx, change: LoadedChange): Promise<'in-review' | 'approved'> {
  await checkPublishable(ctx, await mergeEntries(ctx.db, change.environments, change.proposals))
  return isApproved(change.approvals) ? 'approved' : 'in-review'
}
