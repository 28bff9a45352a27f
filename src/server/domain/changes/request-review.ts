import type { Change } from '../../../shared/schemas/change.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { act, auditAct } from './act.ts'
import { get } from './get.ts'
import { updateChange } from './queries.ts'
import { stateInReview } from './state-in-review.ts'

/** Puts a draft before reviewers; where no environment requires an approval it is approved at once. */
export async function requestReview(ctx: ProjectCtx, input: { change: number }): Promise<Change> {
  await act(ctx, input.change, 'requestReview', async (tx, change) => {
    const { state, results } = await stateInReview(tx, change)
    const decidedAt = state === 'approved' ? tx.now() : null
    await updateChange(tx.db, change.row.id, {
      state,
      results: JSON.stringify(results),
      decidedAt,
      updatedAt: tx.now(),
    })
    await auditAct(tx, change, 'request-review', { state })
  })
  return get(ctx, input)
}
