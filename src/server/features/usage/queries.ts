import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'

export type HourlyCount = { flag: string; variant: string; count: number }

/**
 * Adds counts of any environments to their hourly rows in one statement. Each row may appear only once. Counts of
 * deleted environments are dropped.
 */
export const addHourlyCounts = async (
  db: Db,
  counts: readonly (HourlyCount & { environmentId: string; hour: Date })[],
): Promise<void> => {
  const column = <T>(of: (one: (typeof counts)[number]) => T) => counts.map(of)
  // rows are always locked in the same order, so that two servers cannot deadlock
  await sql`
    with alive as (
      select id from environment where id = any(${[...new Set(column((one) => one.environmentId))]}::uuid[]) for key share
    ), told as materialized (
      select environment_id, flag, variant, hour, count
      from unnest(
        ${column((one) => one.environmentId)}::uuid[], ${column((one) => one.flag)}::text[],
        ${column((one) => one.variant)}::text[], ${column((one) => one.hour.toISOString())}::timestamptz[],
        ${column((one) => one.count)}::bigint[]
      ) as one (environment_id, flag, variant, hour, count)
      where environment_id in (select id from alive)
    ), seen as (
      insert into evaluation_seen (environment_id, flag, hour)
      select environment_id, flag, max(hour) from told group by environment_id, flag
      order by environment_id, flag collate "C"
      on conflict (environment_id, flag) do update set hour = excluded.hour where evaluation_seen.hour < excluded.hour
    ), summed as (
      insert into evaluation_hour (environment_id, hour, count)
      select environment_id, hour, least(sum(count), ${Number.MAX_SAFE_INTEGER})::bigint from told group by environment_id, hour
      order by environment_id, hour
      on conflict (environment_id, hour) do update
        set count = least(evaluation_hour.count::numeric + excluded.count, ${Number.MAX_SAFE_INTEGER})::bigint
    )
    insert into evaluation_count (environment_id, flag, variant, hour, count)
    select environment_id, flag, variant, hour, count from told
    order by environment_id, flag collate "C", variant collate "C", hour
    on conflict (environment_id, flag, variant, hour) do update
      set count = least(evaluation_count.count::numeric + excluded.count, ${Number.MAX_SAFE_INTEGER})::bigint`.execute(
    db,
  )
}
