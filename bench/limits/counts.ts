import { sql } from 'kysely'
import type { Db } from '../../src/server/platform/db/pool.ts'
import type { ProjectCtx } from '../../src/server/platform/kernel/ctx.ts'

/**
 * Inserts this many hourly counts over the last 90 days, spread evenly over the project's flags with two variants each.
 */
export async function countHours(db: Db, { project }: ProjectCtx, rows: number): Promise<void> {
  const keys = await db.selectFrom('flag').select('key').where('projectId', '=', project.id).orderBy('key').execute()
  const steps = Math.floor(rows / (2 * keys.length))
  // bulk import: builds the indexes and constraints once, at the end
  await db.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one)
    await sql`alter table evaluation_count drop constraint evaluation_count_pkey`.execute(one)
    await sql`drop index evaluation_count_hour`.execute(one)
    await sql`
      insert into evaluation_count (environment_id, flag, variant, hour, count)
      select (select id from environment where project_id = ${project.id} and key = 'production'), key, variant,
        date_trunc('hour', now()) - interval '1 hour' * floor(s * 2160.0 / ${steps}::int), 100 + s
      from generate_series(0, ${steps}::int - 1) as s
      cross join unnest(${keys.map(({ key }) => key)}::text[]) as key cross join unnest(array['on', 'off']) as variant
      -- as programs report, hour after hour
      order by s desc`.execute(one)
    await sql`set maintenance_work_mem = '512MB'`.execute(one)
    await sql`alter table evaluation_count add primary key (environment_id, flag, variant, hour)`.execute(one)
    await sql`create index evaluation_count_hour on evaluation_count (hour)`.execute(one)
    await sql`reset maintenance_work_mem`.execute(one)
    await sql`reset session_replication_role`.execute(one)
  })
  await sql`
    insert into evaluation_seen (environment_id, flag, hour)
    select environment_id, flag, max(hour) from evaluation_count group by environment_id, flag
    on conflict do nothing`.execute(db)
  await sql`vacuum analyze evaluation_count`.execute(db)
  await sql`vacuum analyze evaluation_seen`.execute(db)
}
