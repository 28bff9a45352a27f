import { sql } from 'kysely'
import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../db/pool.ts'

const dayMs = 24 * 3_600_000
const aheadDays = 14

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const nameOf = (day: string): string => `track_${day.replaceAll('-', '')}`

/** Whether a row was refused because there is no partition for its day. */
export const hasNoPartition = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23514' && /no partition/.test(error.message)

/** Makes the partitions of events: from the latest that one may be to two weeks ahead. One server makes them at a time. */
export async function makePartitions(db: Db, now: Date): Promise<void> {
  const from = Math.floor((now.getTime() - limits.eventsLateMs) / dayMs) - 1
  await makeDays(
    db,
    Array.from({ length: limits.eventsLateMs / dayMs + aheadDays + 2 }, (_, at) => (from + at) * dayMs),
  )
}

/** Makes the partitions of days that have none, which are told by when they begin. */
export async function makeDays(db: Db, days: readonly number[]): Promise<void> {
  const there = new Set((await partitionsOf(db)).map(({ name }) => name))
  if (days.every((ms) => there.has(nameOf(dayOf(ms))))) return
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('fanion.track'))`.execute(tx)
    const known = new Set((await partitionsOf(tx)).map(({ name }) => name))
    for (const ms of days) {
      const [day, next] = [dayOf(ms), dayOf(ms + dayMs)]
      if (known.has(nameOf(day))) continue
      await sql`
        create table ${sql.table(nameOf(day))} partition of track
        for values from (${sql.lit(`${day}T00:00:00Z`)}) to (${sql.lit(`${next}T00:00:00Z`)})`.execute(tx)
    }
  })
}

/** Drops whole the days of events that are kept long enough, while others go on writing. */
export async function dropPartitions(db: Db, now: Date): Promise<void> {
  const last = nameOf(dayOf(now.getTime() - limits.eventsKeptDays * dayMs))
  for (const { name, pending } of await partitionsOf(db)) {
    if (name >= last) continue
    const table = sql.table(name)
    // one that another server left half-way is brought to its end
    if (pending) await sql`alter table track detach partition ${table} finalize`.execute(db)
    else await sql`alter table track detach partition ${table} concurrently`.execute(db)
    await sql`drop table if exists ${table}`.execute(db)
  }
}

/** The partitions of events, the oldest first. */
export const partitionsOf = async (db: Db): Promise<{ name: string; pending: boolean }[]> => {
  const { rows } = await sql<{ name: string; pending: boolean }>`
    select relname as name, inhdetachpending as pending from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'track'::regclass order by relname`.execute(db)
  return rows
}
