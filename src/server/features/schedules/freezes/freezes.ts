import type { z } from 'zod'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { ClosedPeriod } from '../../../../shared/features/ramps/due.ts'
import type { AddFreezeInput, Freeze, RemoveFreezeInput } from '../../../../shared/features/ramps/schemas/ramp.ts'
import { limits } from '../../../../shared/limits.ts'
import { nameOf } from '../../../platform/kernel/actor.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type EnvironmentCtx, inTransaction } from '../../../platform/kernel/ctx.ts'
import { lockEnvironment } from '../../publishing/queries.ts'
import { deleteFreeze, type FreezeRow, freezesOf, insertFreeze } from './queries.ts'

/** Lists the current and upcoming freezes of an environment, earliest first. */
export async function listFreezes(ctx: EnvironmentCtx): Promise<Freeze[]> {
  const rows = await freezesOf(ctx.db, ctx.environment, ctx.now())
  return rows.map((row) => freezeView(ctx, row))
}

/**
 * Freezes an environment for a period: no ramp steps are taken and no schedules applied there. Members can still
 * publish.
 */
export async function addFreeze(ctx: EnvironmentCtx, input: z.output<typeof AddFreezeInput>): Promise<Freeze[]> {
  const [fromAt, toAt] = [new Date(input.from), new Date(input.to)]
  if (toAt <= ctx.now()) {
    const problem = { path: 'to', problem: `it is ${input.to}, which is over`, expected: 'an instant to come' }
    throw new FanionError('request/invalid', { problems: [problem] })
  }
  await inTransaction(ctx, async (tx) => {
    await lockEnvironment(tx.db, tx.environment)
    const there = await freezesOf(tx.db, tx.environment, tx.now())
    if (there.length >= limits.freezesPerEnvironment) {
      const limit = limits.freezesPerEnvironment
      const sentence = `${tx.environment.name} has ${limit} freezes to come, and can’t have more.`
      throw new FanionError('limit/reached', { limit: 'freezesPerEnvironment', value: limit }, sentence)
    }
    const row = { id: tx.newId(), fromAt, toAt, why: input.why, madeBy: nameOf(tx.actor) }
    await insertFreeze(tx.db, { ...row, environmentId: tx.environment.id, madeAt: tx.now() })
    await auditFreezeChange(tx, 'freeze.add', { after: { from: input.from, to: input.to, why: input.why } })
  })
  return listFreezes(ctx)
}

/** Deletes a freeze, even if it has begun. */
export async function removeFreeze(ctx: EnvironmentCtx, input: z.output<typeof RemoveFreezeInput>): Promise<Freeze[]> {
  await inTransaction(ctx, async (tx) => {
    const row = await deleteFreeze(tx.db, tx.environment, input.id)
    if (!row) throw new FanionError('freeze/not-found', { id: input.id })
    const { from, to, why } = freezeView(tx, row)
    await auditFreezeChange(tx, 'freeze.remove', { before: { from, to, why } })
  })
  return listFreezes(ctx)
}

/** The periods in which an environment is frozen, from now on. */
export const freezeRangesOf = (rows: readonly Pick<FreezeRow, 'fromAt' | 'toAt'>[]): ClosedPeriod[] =>
  rows.map(({ fromAt, toAt }) => ({ fromMs: fromAt.getTime(), toMs: toAt.getTime() }))

const freezeView = ({ environment }: EnvironmentCtx, { id, fromAt, toAt, why, madeBy }: FreezeRow): Freeze => ({
  id,
  environment: environment.key,
  from: fromAt.toISOString(),
  to: toAt.toISOString(),
  why,
  by: madeBy,
})

const auditFreezeChange = (
  ctx: Parameters<typeof audit>[0] & EnvironmentCtx,
  action: string,
  what: { before?: object; after?: object },
): Promise<void> =>
  audit(ctx, {
    action,
    subject: `${ctx.project.key}/${ctx.environment.key}`,
    projectId: ctx.project.id,
    environmentId: ctx.environment.id,
    ...what,
  })
