import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { partitionsOf } from './partitions.ts'

/** Rows to fetch at a time. */
const atOnce = 20_000

/** A stored event in the form that is copied. `n` is its index among the events of one unit, event and day. */
export type StoredTrack = {
  unit: string
  at: number
  value: number | null
  place: number
  event: number
  via: number
  unitBy: string | null
  properties: string | null
  n: number
}
export type StoredExposure = { run: number; unit: string; arm: number; firstAt: number; via: number; crossed: boolean }

/** The days that have partitions, the oldest first, as `2026-06-10`. */
export const daysOf = async (db: Db): Promise<string[]> =>
  (await partitionsOf(db)).map(({ name }) => name.replace(/^track_(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))

const ofDay = (day: string) => sql.table(`track_${day.replaceAll('-', '')}`)

export const countOf = async (db: Db, day: string): Promise<number> => {
  const { rows } = await sql<{ count: string }>`select count(*) as count from ${ofDay(day)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Reads all events of a day in one snapshot, in portions. Returns their number. */
export const readDay = (db: Db, day: string, take: (rows: StoredTrack[]) => Promise<void>): Promise<number> =>
  reading<StoredTrack>(
    db,
    sql`
      select unit::text, (extract(epoch from at) * 1000)::double precision as at, value, place, event, via, unit_by,
        properties::text as properties,
        (row_number() over (partition by place, event, unit order by at, value, via, unit_by, properties))::int as n
      from ${ofDay(day)}`,
    take,
  )

/** Reads all exposures in portions. */
export const readExposures = (db: Db, take: (rows: StoredExposure[]) => Promise<void>): Promise<number> =>
  reading<StoredExposure>(
    db,
    sql`select run, unit::text, arm, (extract(epoch from first_at) * 1000)::double precision as first_at, via, crossed from exposure`,
    take,
  )

const reading = <Row>(
  db: Db,
  statement: ReturnType<typeof sql>,
  take: (rows: Row[]) => Promise<void>,
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    // The consumer of the rows may be slow.
    await sql`select set_config('work_mem', '64MB', true), set_config('idle_in_transaction_session_timeout', '10min', true)`.execute(
      tx,
    )
    await sql`declare moved no scroll cursor for ${statement}`.execute(tx)
    for (let count = 0; ; ) {
      const { rows } = await sql<Row>`fetch ${sql.lit(atOnce)} from moved`.execute(tx)
      if (rows.length === 0) return count
      await take(rows)
      count += rows.length
    }
  })

/** The copied days, with the number of events each had at the time. */
export const movedDays = async (db: Db): Promise<Map<string, number>> => {
  const { rows } = await sql<{ day: string; rows: string }>`select day::text as day, rows from measure_moved`.execute(
    db,
  )
  return new Map(rows.map(({ day, rows: count }) => [day, Number(count)]))
}

export const recordMovedDay = async (db: Db, day: string, count: number, now: Date): Promise<void> => {
  await sql`
    insert into measure_moved (day, rows, moved_at) values (${day}::date, ${count}, ${now})
    on conflict (day) do update set rows = excluded.rows, moved_at = excluded.moved_at`.execute(db)
}
