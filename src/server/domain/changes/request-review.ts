import type { Change } from '../../../shared/schemas/change.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { keepTitleTrue } from './keep-title-true.ts'
import { updateChange } from './queries.ts'
import { readChange } from './read-change.ts'
import { stateInReview } from './state-in-review.ts'
import { auditAct, transition } from './transition.ts'

/** Puts a draft before reviewers; where no environment requires an approval it is approved at once. */
export async function requestReview(ctx: ProjectCtx, input: { change: number }): Promise<Change> {
  await transition(ctx, input.change, 'requestReview', async (tx, change) => {
    const { state, results, secondLook } = await stateInReview(tx, change)
    const decidedAt = state === 'approved' ? tx.now() : null
    await updateChange(tx.db, change.row.id, {
      state,
      results: JSON.stringify(results),
      secondLook: JSON.stringify(secondLook),
      decidedAt,
      updatedAt: tx.now(),
    })
    await keepTitleTrue(tx, change)
    await auditAct(tx, change, 'request-review', { state })
  })
  return readChange(ctx, input)
}
