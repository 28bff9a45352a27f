import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { StoreEngine } from '../store.ts'

/** Returns the engine that stores events and exposures. Null before the first server has prepared the database. */
export const readCurrentEngine = async (db: Db): Promise<StoreEngine | null> =>
  (await db.selectFrom('installation').select('measureStore').executeTakeFirst())?.measureStore ?? null

export const storeCurrentEngine = (db: Db, engine: StoreEngine) =>
  db.updateTable('installation').set({ measureStore: engine }).execute()

/** Open runs, the oldest first. */
export const openRuns = (db: Db) =>
  db
    .selectFrom('run')
    .innerJoin('project', 'project.id', 'run.projectId')
    .select(['run.number', 'run.flag', 'run.kind', 'project.key as project'])
    .where('state', '=', 'open')
    .orderBy('openedAt')
    .execute()

/** Whether a server is connected to this database. */
export const hasServers = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'fanion-tail' limit 1`.execute(
    db,
  )
  return rows.length > 0
}
