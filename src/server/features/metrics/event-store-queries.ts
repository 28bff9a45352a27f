import type { Db } from '../../platform/db/pool.ts'

/** The environment number in the event store. Undefined before anything was measured there. */
export const environmentNoOf = async (db: Db, environmentId: string): Promise<number | undefined> =>
  (await db.selectFrom('measureKey').select('place').where('environmentId', '=', environmentId).executeTakeFirst())
    ?.place

/** Number of events of an environment received since a time, according to the intake counts. */
export const countEventsSince = async (db: Db, place: number, since: Date): Promise<number> => {
  const row = await db
    .selectFrom('intakeCount')
    .select((eb) => eb.fn.sum<string | null>('count').as('count'))
    .where('place', '=', place)
    .where('kind', '=', 'event')
    .where('reason', '=', '')
    .where('hour', '>=', since)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** When a program last reported exposures of a run. Null if none ever did. */
export const lastExposureReportOf = async (db: Db, place: number, run: number): Promise<Date | null> => {
  const row = await db
    .selectFrom('intakeCount')
    .select((eb) => eb.fn.max('lastAt').as('last'))
    .where('place', '=', place)
    .where('kind', '=', 'run')
    .where('subject', '=', String(run))
    .where('reason', '=', '')
    .executeTakeFirst()
  return row?.last ?? null
}
