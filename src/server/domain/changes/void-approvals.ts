import type { ActCtx } from './act.ts'
import type { LoadedChange } from './load-change.ts'
import { approvalsOf, voidReviews } from './review-queries.ts'

/** Voids what was approved before an edit; returns by whom, for the event. */
export async function voidApprovals(ctx: ActCtx, { row }: LoadedChange): Promise<string[]> {
  const approvals = await approvalsOf(ctx.db, ctx.project, row.id)
  const ids = approvals.map((one) => one.id)
  await voidReviews(ctx.db, ids, ctx.now(), 'edited')
  return approvals.map((one) => one.reviewerName)
}
