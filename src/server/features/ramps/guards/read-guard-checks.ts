import type { RampLooks } from '../../../../shared/features/ramps/schemas/guard.ts'
import { limits } from '../../../../shared/limits.ts'
import type { ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { getRamp } from '../ramp-ctx.ts'
import { looksOf } from './queries.ts'

/** Lists a ramp's guard checks. Throws `run/not-found`. */
export async function readGuardChecks(ctx: ProjectCtx, input: { ramp: number }): Promise<RampLooks> {
  const { number, lookAt, endedAt } = await getRamp(ctx, input.ramp)
  const rows = await looksOf(ctx.db, ctx.project, number, limits.looksShown)
  return {
    looks: rows.map(({ number: look, at, body }) => ({ number: look, at: at.toISOString(), ...body })),
    nextAt: endedAt === null ? (lookAt?.toISOString() ?? null) : null,
  }
}
