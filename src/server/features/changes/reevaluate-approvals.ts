import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { isApproved } from './approvals.ts'
import { loadChange } from './load-change.ts'
import { findChange, lockOpenChanges, updateChange } from './queries.ts'
import { returnToReview } from './reconcile.ts'
import { type ActCtx, auditAct } from './transition.ts'

/**
 * Locks the open changes of an environment, runs `changeApprovals`, which changes the number of required approvals, and
 * re-evaluates each change. Approved ones with too few go back to review and lose their schedule; those in review with
 * enough are approved. Changes are locked first, because actions on changes lock in this order.
 */
export async function reevaluateApprovals(
  ctx: ActCtx,
  environment: ProvenEnvironment,
  changeApprovals: () => Promise<void>,
): Promise<void> {
  const numbers = await lockOpenChanges(ctx.db, environment)
  await changeApprovals()
  for (const number of numbers) {
    const change = await loadChange(ctx, number, await findChange(ctx.db, ctx.project, number))
    const { row } = change
    const enough = isApproved(change.approvals)
    if (enough && row.state === 'in-review') {
      await updateChange(ctx.db, row.id, { state: 'approved', decidedAt: ctx.now(), updatedAt: ctx.now() })
      await auditAct(ctx, change, 'suffice', { state: 'approved', because: `${environment.key} requires fewer` })
    } else if (!enough && (row.state === 'approved' || row.state === 'scheduled')) {
      await returnToReview(ctx, row, { lost: [], because: `${environment.key} requires more` })
    }
  }
}
