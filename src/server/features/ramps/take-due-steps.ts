import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { type Ctx, inTransaction } from '../../platform/kernel/ctx.ts'
import { proveProject } from '../../platform/kernel/scope.ts'
import { traced } from '../../platform/tracing/trace.ts'
import { lookAtRamp } from './look-at-ramp.ts'
import { stopRamp } from './move-ramp.ts'
import { claimRamp, rampsToLookAt } from './queries.ts'
import { type LockedRamp, type RampCtx, withFlag } from './ramp-ctx.ts'

type Act = (ctx: RampCtx, ramp: LockedRamp) => Promise<void>

/**
 * Looks at every open ramp whose time has come or whose flag has moved. Any number of servers may: a ramp is looked at by
 * whoever locks it first, and a step moves the time on in the transaction that publishes it. A step that is refused pauses
 * its ramp and says why; what breaks is logged and tried again in the next round.
 */
export async function takeDueSteps(ctx: Ctx): Promise<void> {
  for (const { id, project } of await rampsToLookAt(ctx.db, ctx.now())) {
    try {
      await traced('ramp step', { 'fanion.project': project }, () => claim(ctx, id, project, lookAtRamp))
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

/** Does something about an open ramp that nobody else acts on now. */
const claim = (ctx: Ctx, id: string, project: string, act: Act): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await claimRamp(tx.db, id)
    if (!row) return
    const found = await withFlag({ ...tx, project: await proveProject(tx.db, tx.actor, project) }, row)
    await act(found.ctx, found.ramp)
  })
