import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { isApproved } from './approvals.ts'
import { loadChange } from './load-change.ts'
import { findChange, lockOpenChanges, updateChange } from './queries.ts'
import { returnToReview } from './reconcile.ts'
import { type ActCtx, auditAct } from './transition.ts'

/**
 * Holds the open changes about an environment, then runs `changeApprovals`, which makes it require another number of
 * approvals, and looks at each of them anew: one that has too few now goes back to review, off its schedule, and one in
 * review that has enough is approved. The changes come first because whoever acts on a change locks in that order.
 */
export async function reconsiderChanges(
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
