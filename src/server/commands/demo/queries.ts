import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'

/** How often a variant was served in an hour. */
export type VisitCount = { flag: string; variant: string; hour: Date; count: number }

/** The revisions of an environment with their publish times, in order. */
export const revisionsOf = (db: Db, environment: ProvenEnvironment) =>
  db
    .selectFrom('revision')
    .select(['number', 'publishedAt'])
    .where('environmentId', '=', environment.id)
    .orderBy('number')
    .execute()

/** Inserts hourly counts and updates everything derived from them. */
export async function insertVisitCounts(db: Db, environmentId: string, rows: readonly VisitCount[]): Promise<void> {
  const column = <K extends keyof VisitCount>(name: K) => rows.map((row) => row[name])
  await sql`
    insert into evaluation_count (environment_id, flag, variant, hour, count)
    select ${environmentId}::uuid, * from unnest(
      ${column('flag')}::text[], ${column('variant')}::text[], ${column('hour')}::timestamptz[], ${column('count')}::bigint[]
    )`.execute(db)
  await sql`
    insert into evaluation_hour (environment_id, hour, count)
    select environment_id, hour, sum(count)::bigint from evaluation_count
    where environment_id = ${environmentId} group by 1, 2`.execute(db)
  await sql`
    insert into evaluation_seen (environment_id, flag, hour)
    select environment_id, flag, max(hour) from evaluation_count
    where environment_id = ${environmentId} group by 1, 2`.execute(db)
}

/** Updates the database's statistics, as autovacuum would a minute after a large write. */
export const analyzeEventTables = (db: Db) => sql`analyze exposure, track`.execute(db)
