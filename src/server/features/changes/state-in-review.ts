import type { Results } from '../../platform/db/change-tables.ts'
import { countedApprovals, isApproved } from './approvals.ts'
import { atFinalStep } from './at-final-step.ts'
import { checkPublishable } from './check-publishable.ts'
import { environmentsNeedingImpactReview } from './impact-review.ts'
import type { LoadedChange } from './load-change.ts'
import { mergeEntries } from './merge-entries.ts'
import { rebaseOntoHeads } from './rebase-onto-heads.ts'
import { resultsOf } from './results.ts'
import type { ActCtx } from './transition.ts'

/**
 * Returns the state of a change submitted for review: in review, or approved if its environments require no approval.
 * Replaces its proposals with their merge onto the heads, so that reviewers approve the actual result. Throws if the
 * documents cannot be published.
 */
export async function stateInReview(
  ctx: ActCtx,
  { row, environments, proposals }: LoadedChange,
): Promise<{ state: 'in-review' | 'approved'; results: Results; secondLook: readonly string[] }> {
  const merged = await mergeEntries(ctx.db, environments, proposals)
  await checkPublishable(ctx, merged)
  await rebaseOntoHeads(ctx.db, row.id, merged)
  const results = await resultsOf(ctx.db, merged)
  const secondLook = await environmentsNeedingImpactReview(ctx, await atFinalStep(ctx.db, row.id, merged))
  const state = isApproved(countedApprovals([], environments, results, secondLook)) ? 'approved' : 'in-review'
  return { state, results, secondLook }
}
