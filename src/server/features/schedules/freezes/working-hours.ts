import type { Stretch } from '../../../../shared/features/ramps/due.ts'
import type { SetWorkingHoursInput, WorkingHours } from '../../../../shared/features/ramps/schemas/ramp.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type EnvironmentCtx, inTransaction } from '../../../platform/kernel/ctx.ts'
import type { ProvenEnvironment } from '../../../platform/kernel/scope.ts'
import { stretchesOf } from './freezes.ts'
import { deleteHours, type FreezeRow, freezesOf, hoursOf, putHours } from './queries.ts'

/** When an environment is closed for what happens by itself. */
export type Closed = { readonly freezes: readonly Stretch[]; readonly hours: WorkingHours | null }

/** An environment that is never closed. */
export const neverClosed: Closed = { freezes: [], hours: null }

/** When an environment is closed from now on, and its freezes as rows. */
export async function closedTimes(
  db: Db,
  environment: Pick<ProvenEnvironment, 'id'>,
  now: Date,
): Promise<Closed & { readonly rows: readonly FreezeRow[] }> {
  const rows = await freezesOf(db, environment, now)
  return { rows, freezes: stretchesOf(rows), hours: await hoursOf(db, environment) }
}

/** The working hours of an environment; null where it has none. */
export const readWorkingHours = (ctx: EnvironmentCtx): Promise<WorkingHours | null> => hoursOf(ctx.db, ctx.environment)

/**
 * Gives an environment working hours, or none: outside of them no ramp takes a step there, unless its plan has hours of its
 * own, and no schedule is applied; people publish as they like.
 */
export async function setWorkingHours(ctx: EnvironmentCtx, input: SetWorkingHoursInput): Promise<WorkingHours | null> {
  const { hours } = input
  await inTransaction(ctx, async (tx) => {
    const before = await hoursOf(tx.db, tx.environment)
    if (hours === null) await deleteHours(tx.db, tx.environment)
    else await putHours(tx.db, tx.environment, hours)
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
