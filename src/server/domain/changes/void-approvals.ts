import type { VoidReason } from '../../../shared/schemas/change.ts'
import type { ActCtx } from './act.ts'
import type { LoadedChange } from './load-change.ts'
import { approvalsOf, voidReviews } from './review-queries.ts'

/** Voids what was approved of a change that is another now; returns by whom, for the event. */
export async function voidApprovals(
  ctx: ActCtx,
  { row }: Pick<LoadedChange, 'row'>,
  because: VoidReason = 'edited',
): Promise<string[]> {
  const approvals = await approvalsOf(ctx.db, ctx.project, row.id)
  const ids = approvals.map((one) => one.id)
  await voidReviews(ctx.db, ids, ctx.now(), because)
  return approvals.map((one) => one.reviewerName)
}
