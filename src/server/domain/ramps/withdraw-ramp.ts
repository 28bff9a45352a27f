import type { Tx } from '../../db/pool.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { rampOfChange, updateRamp } from './queries.ts'

/** Withdraws the ramp that a change proposes, with the change. */
export async function withdrawRampOf(ctx: Ctx & { readonly db: Tx }, changeId: string): Promise<void> {
  const ramp = await rampOfChange(ctx.db, changeId)
  if (ramp?.state === 'proposed') await updateRamp(ctx.db, ramp.id, { state: 'withdrawn', endedAt: ctx.now() })
}
