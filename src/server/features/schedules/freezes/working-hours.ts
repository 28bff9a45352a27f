import type { ClosedPeriod } from '../../../../shared/features/ramps/due.ts'
import type { SetWorkingHoursInput, WorkingHours } from '../../../../shared/features/ramps/schemas/ramp.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type EnvironmentCtx, inTransaction } from '../../../platform/kernel/ctx.ts'
import type { ProvenEnvironment } from '../../../platform/kernel/scope.ts'
import { freezeRangesOf } from './freezes.ts'
import { deleteWorkingHours, type FreezeRow, freezesOf, upsertWorkingHours, workingHoursOf } from './queries.ts'

/** When an environment is closed for automatic actions. */
export type ClosedTimes = { readonly freezes: readonly ClosedPeriod[]; readonly hours: WorkingHours | null }

export const neverClosed: ClosedTimes = { freezes: [], hours: null }

/** The times when an environment is closed from now on, and its freezes as rows. */
export async function readClosedTimes(
  db: Db,
  environment: Pick<ProvenEnvironment, 'id'>,
  now: Date,
): Promise<ClosedTimes & { readonly rows: readonly FreezeRow[] }> {
  const rows = await freezesOf(db, environment, now)
  return { rows, freezes: freezeRangesOf(rows), hours: await workingHoursOf(db, environment) }
}

export const readWorkingHours = (ctx: EnvironmentCtx): Promise<WorkingHours | null> =>
  workingHoursOf(ctx.db, ctx.environment)

/**
 * Sets or removes an environment's working hours. Outside of them, no schedule is applied there, and no ramp takes a
 * step unless its plan has its own hours. Members can publish at any time.
 */
export async function setWorkingHours(ctx: EnvironmentCtx, input: SetWorkingHoursInput): Promise<WorkingHours | null> {
  const { hours } = input
  await inTransaction(ctx, async (tx) => {
    const before = await workingHoursOf(tx.db, tx.environment)
    if (hours === null) await deleteWorkingHours(tx.db, tx.environment)
    else await upsertWorkingHours(tx.db, tx.environment, hours)
    await audit(tx, {
      action: 'freeze.set-hours',
      subject: `${tx.project.key}/${tx.environment.key}`,
      projectId: tx.project.id,
      environmentId: tx.environment.id,
      before: { hours: before },
      after: { hours },
    })
  })
  return hours
}
