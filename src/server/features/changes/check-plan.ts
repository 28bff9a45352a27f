import type { InvariantOverride } from '../../../shared/features/promises/schemas/promise.ts'
import { checkImpact } from '../publishing/check-impact.ts'
import { atFinalStep } from './at-final-step.ts'
import { checkChangeInvariants } from './check-change-invariants.ts'
import { checkPublishable } from './check-publishable.ts'
import type { ActCtx, LockedChange } from './transition.ts'

/**
 * Checks the final result of a change that starts a ramp, as if its last step were published now: it must be
 * publishable, keep all promises and, if it was not reviewed, stay within the impact limit.
 */
export async function checkPlan(
  ctx: ActCtx,
  { row, merged }: LockedChange,
  { cleared, break: broken }: { cleared: boolean; break?: InvariantOverride | undefined },
): Promise<void> {
  const done = await atFinalStep(ctx.db, row.id, merged)
  await checkPublishable(ctx, done)
  await checkChangeInvariants(ctx, done, ctx.now(), broken)
  if (cleared) return
  for (const { environment, entries } of done) await checkImpact({ ...ctx, environment }, { entries })
}
