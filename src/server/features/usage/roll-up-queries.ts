import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/pool.ts'

/** Tries to take the lock for summing days. Only one server at a time can hold it. */
export const lockRollUp = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{
    got: boolean
  }>`select pg_try_advisory_xact_lock(hashtext('fanion.roll-up')) as got`.execute(tx)
  return rows[0]?.got === true
}

/** The next day to sum, such as `2026-11-21`: the day after the last one, or the first with any counts. */
export const nextDay = async (tx: Tx): Promise<string | null> => {
  const { rows } = await sql<{ day: string | null }>`
    select coalesce(
      (select day + 1 from roll_up),
      (select (min(hour) at time zone 'UTC')::date from evaluation_count)
    )::text as day`.execute(tx)
  return rows[0]?.day ?? null
}

/** Sums the hours of a day into its daily counts and records that it is done. */
export const sumDay = async (tx: Tx, day: string): Promise<void> => {
  const from = sql`(${day}::date)::timestamp at time zone 'UTC'`
  await sql`
    insert into evaluation_day (environment_id, flag, variant, day, count)
    select environment_id, flag, variant, ${day}::date, least(sum(count), ${Number.MAX_SAFE_INTEGER})::bigint
    from evaluation_count where hour >= ${from} and hour < ${from} + interval '1 day'
    group by environment_id, flag, variant
    on conflict (environment_id, flag, variant, day) do update set count = excluded.count`.execute(tx)
  await sql`
    insert into roll_up (day) values (${day}::date) on conflict (single) do update set day = excluded.day`.execute(tx)
}

/** Deletes a batch of hourly counts from before a time. Returns their number. */
export const forgetHours = async (db: Db, before: Date, most: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from evaluation_count where ctid = any(array(
      select ctid from evaluation_count where hour < ${before} limit ${most}
    ))`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes hourly totals per environment from before a time. They are few enough for one statement. */
export const forgetEnvironmentHours = (db: Db, before: Date) =>
  db.deleteFrom('evaluationHour').where('hour', '<', before).execute()

/** Deletes a batch of daily counts from before a day. Returns their number. */
export const forgetDays = async (db: Db, before: string, most: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from evaluation_day where ctid = any(array(
      select ctid from evaluation_day where day < ${before}::date limit ${most}
    ))`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
