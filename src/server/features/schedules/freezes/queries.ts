import type { Insertable } from 'kysely'
import type { WorkingHours } from '../../../../shared/features/ramps/schemas/ramp.ts'
import type { Db, Tx } from '../../../platform/db/pool.ts'
import type { FreezeTable } from '../../../platform/db/ramp-tables.ts'
import type { ProvenEnvironment } from '../../../platform/kernel/scope.ts'

type Place = Pick<ProvenEnvironment, 'id'>

export const workingHoursOf = async (db: Db, environment: Place): Promise<WorkingHours | null> => {
  const row = await db
    .selectFrom('workingHours')
    .select('hours')
    .where('environmentId', '=', environment.id)
    .executeTakeFirst()
  return row?.hours ?? null
}

/** The working hours of all environments of a scheduled change. */
export const hoursOfSchedule = async (db: Db, scheduleId: string): Promise<WorkingHours[]> => {
  const rows = await db
    .selectFrom('workingHours')
    .select('hours')
    .where('environmentId', 'in', (eb) =>
      eb
        .selectFrom('changeEntry')
        .innerJoin('schedule', 'schedule.changeId', 'changeEntry.changeId')
        .select('changeEntry.environmentId')
        .where('schedule.id', '=', scheduleId),
    )
    .execute()
  return rows.map(({ hours }) => hours)
}

export const upsertWorkingHours = (tx: Tx, environment: Place, hours: WorkingHours) =>
  tx
    .insertInto('workingHours')
    .values({ environmentId: environment.id, hours: JSON.stringify(hours) })
    .onConflict((conflict) => conflict.column('environmentId').doUpdateSet({ hours: JSON.stringify(hours) }))
    .execute()

export const deleteWorkingHours = (tx: Tx, environment: Place) =>
  tx.deleteFrom('workingHours').where('environmentId', '=', environment.id).execute()

/** The current and upcoming freezes of an environment, earliest first. */
export const freezesOf = (db: Db, environment: Place, now: Date) =>
  db
    .selectFrom('freezeWindow')
    .select(['id', 'fromAt', 'toAt', 'why', 'madeBy'])
    .where('environmentId', '=', environment.id)
    .where('toAt', '>', now)
    .orderBy('fromAt')
    .orderBy('id')
    .execute()

export type FreezeRow = Awaited<ReturnType<typeof freezesOf>>[number]

export const insertFreeze = (tx: Tx, freeze: Insertable<FreezeTable>) =>
  tx.insertInto('freezeWindow').values(freeze).execute()

/** Deletes a freeze and returns it. Undefined if it does not exist. */
export const deleteFreeze = (tx: Tx, environment: Place, id: string) =>
  tx
    .deleteFrom('freezeWindow')
    .where('environmentId', '=', environment.id)
    .where('id', '=', id)
    .returning(['id', 'fromAt', 'toAt', 'why', 'madeBy'])
    .executeTakeFirst()
