import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { type Ctx, inTransaction } from '../../platform/kernel/ctx.ts'
import { proveProject } from '../../platform/kernel/scope.ts'
import { traced } from '../../platform/tracing/trace.ts'
import { advanceRamp } from './advance-ramp.ts'
import { stopRamp } from './move-ramp.ts'
import { claimRamp, rampsDue } from './queries.ts'
import { type LockedRamp, lockFlagOfRamp, type RampCtx } from './ramp-ctx.ts'

type Act = (ctx: RampCtx, ramp: LockedRamp) => Promise<void>

/**
 * Processes all open ramps that are due or whose flag has changed. Any number of servers may run this: the first to
 * lock a ramp handles it, and a step sets the next due time in the transaction that publishes it. A rejected step
 * pauses its ramp with the reason. Errors are logged and retried in the next round.
 */
export async function takeDueSteps(ctx: Ctx): Promise<void> {
  for (const { id, project } of await rampsDue(ctx.db, ctx.now())) {
    try {
      await traced('ramp step', { 'fanion.project': project }, () => claim(ctx, id, project, advanceRamp))
    } catch (error) {
      await refused(ctx, id, project, error).catch((again: unknown) =>
        ctx.log.error({ error: String(again) }, 'a ramp could not be looked at; it is tried again'),
      )
    }
  }
}

async function refused(ctx: Ctx, id: string, project: string, error: unknown): Promise<void> {
  if (!(error instanceof FanionError) || error.code.startsWith('server/')) throw error
  await claim(ctx, id, project, (tx, ramp) => stopRamp(tx, ramp, `its next step was refused: ${error.message}`))
}

/** Runs an act on an open ramp, unless it is locked by someone else. */
const claim = (ctx: Ctx, id: string, project: string, act: Act): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await claimRamp(tx.db, id)
    if (!row) return
    const found = await lockFlagOfRamp({ ...tx, project: await proveProject(tx.db, tx.actor, project) }, row)
    await act(found.ctx, found.ramp)
  })
