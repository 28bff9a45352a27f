import type { Change } from '../../../shared/features/changes/schemas/change.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { checkReviewers } from './check-reviewers.ts'
import { updateChange } from './queries.ts'
import { readChange } from './read-change.ts'
import { refreshGeneratedTitle } from './refresh-generated-title.ts'
import { stateInReview } from './state-in-review.ts'
import { auditAct, transition } from './transition.ts'

/**
 * Submits a draft for review by the named members, or by anyone. If no environment requires an approval, it is approved
 * immediately.
 */
export async function requestReview(
  ctx: ProjectCtx,
  input: { change: number; reviewers?: readonly string[] | undefined },
): Promise<Change> {
  await transition(ctx, input, 'requestReview', async (tx, change) => {
    const { state, results, secondLook } = await stateInReview(tx, change)
    const reviewers = await checkReviewers(tx, change, input.reviewers ?? [])
    const decidedAt = state === 'approved' ? tx.now() : null
    await updateChange(tx.db, change.row.id, {
      state,
      results: JSON.stringify(results),
      secondLook: JSON.stringify(secondLook),
      reviewers: JSON.stringify(reviewers),
      decidedAt,
      updatedAt: tx.now(),
    })
    await refreshGeneratedTitle(tx, change)
    await auditAct(tx, change, 'request-review', { state, reviewers: reviewers.map(({ name }) => name) })
  })
  return readChange(ctx, input)
}
