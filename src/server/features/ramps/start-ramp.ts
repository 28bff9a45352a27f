import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { holdEndMs } from '../../../shared/features/ramps/due.ts'
import { rampedValues } from '../../../shared/features/ramps/ramp-document.ts'
import { limits } from '../../../shared/limits.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { rampPartDifference } from './changed-flag.ts'
import { firstGuardCheckAt } from './guard-check-times.ts'
import { refuseOverlap } from './propose.ts'
import { countOpen, flagInEnvironment, type RampRow, updateRamp } from './queries.ts'
import { auditRamp, rampOf } from './ramp-ctx.ts'

/** Who is responsible for a ramp from its start. */
export type ResponsibleActor = Pick<RampRow, 'byName' | 'personId' | 'tokenId'>

/**
 * Starts a ramp whose change has just published its first step, in the same transaction. Its environment is locked.
 * Throws `run/overlaps` if another ramp of the flag is open there, and `run/touched` if the published document is not
 * the first step.
 */
export async function startRamp(
  ctx: ProjectCtx & { readonly db: Tx },
  environment: ProvenEnvironment,
  row: RampRow,
  answers: ResponsibleActor,
): Promise<void> {
  await refuseOverlap({ ...ctx, environment }, row.flag)
  const value = limits.openRampsPerEnvironment
  if ((await countOpen(ctx.db, environment)) >= value) {
    const sentence = `${environment.name} has ${value} open ramps, and can’t have more.`
    throw new FanionError('limit/reached', { limit: 'openRampsPerEnvironment', value }, sentence)
  }
  const there = await flagInEnvironment(ctx.db, environment.id, row.flag)
  const touched = there ? rampPartDifference(environment, there.document, rampOf(row), 0) : 'the flag is gone'
  if (!there || touched !== null || !there.document.on) {
    const how = touched ?? 'the flag is off'
    const sentence = `Ramp ${row.number} can’t start in ${environment.name}: ${how}.`
    throw new FanionError('run/touched', { ramp: row.number, touched: how }, sentence)
  }
  const now = ctx.now()
  await updateRamp(ctx.db, row.id, {
    ...answers,
    ground: JSON.stringify({ ...row.ground, values: rampedValues(there.document, row.plan, row.ground) }),
    state: 'running',
    step: 0,
    headNumber: there.number,
    startedAt: now,
    enteredAt: now,
    dueAt: new Date(holdEndMs(row.plan, 0, now.getTime())),
    lookAt: firstGuardCheckAt(row.plan, 0, now),
  })
  await auditRamp({ ...ctx, environment }, row, 'start', {
    state: 'running',
    step: 0,
    share: row.plan.steps[0]?.share,
    revision: there.number,
    by: answers.byName,
  })
}
