import type { VoidReason } from '../../../shared/features/changes/schemas/change.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import type { LoadedChange } from './load-change.ts'
import { approvalsOf, voidReviews } from './review-queries.ts'

/** Dismisses the approvals of a change that has been modified. Returns the reviewers, for the event. */
export async function dismissApprovals(
  ctx: ProjectCtx & { readonly db: Tx },
  { row }: Pick<LoadedChange, 'row'>,
  because: VoidReason = 'edited',
): Promise<string[]> {
  const approvals = await approvalsOf(ctx.db, ctx.project, row.id)
  const ids = approvals.map((one) => one.id)
  await voidReviews(ctx.db, ids, ctx.now(), because)
  return approvals.map((one) => one.reviewerName)
}
