import type { Tx } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { rampOfChange, updateRamp } from './queries.ts'
import { endRunOf } from './run-of-ramp.ts'

/** Withdraws the ramp that a change proposes, together with the change. */
export async function withdrawRampOf(ctx: ProjectCtx & { readonly db: Tx }, changeId: string): Promise<void> {
  const ramp = await rampOfChange(ctx.db, changeId)
  if (ramp?.state !== 'proposed') return
  await updateRamp(ctx.db, ramp.id, { state: 'withdrawn', endedAt: ctx.now() })
  await endRunOf(ctx, ramp)
}
