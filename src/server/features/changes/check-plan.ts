import type { Break } from '../../../shared/features/promises/schemas/promise.ts'
import { checkMoves } from '../publishing/check-moves.ts'
import { checkPromised } from './check-promised.ts'
import { checkPublishable } from './check-publishable.ts'
import type { ActCtx, Locked } from './transition.ts'
import { withRampDone } from './with-ramp-done.ts'

/**
 * Checks the final result of a change that starts a ramp, as if its last step were published now: it must be
 * publishable, keep all promises and, if it was not reviewed, stay within the impact limit.
 */
export async function checkPlan(
  ctx: ActCtx,
  { row, merged }: Locked,
  { cleared, break: broken }: { cleared: boolean; break?: Break | undefined },
): Promise<void> {
  const done = await withRampDone(ctx.db, row.id, merged)
  await checkPublishable(ctx, done)
  await checkPromised(ctx, done, ctx.now(), broken)
  if (cleared) return
  for (const { environment, entries } of done) await checkMoves({ ...ctx, environment }, { entries })
}
