import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { limits } from '../../../../shared/limits.ts'
import { isLocked } from '../../db/failure.ts'
import type { Db } from '../../db/pool.ts'

const dayMs = 24 * 3_600_000
const aheadDays = 14

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const nameOf = (day: string): string => `track_${day.replaceAll('-', '')}`

/** Whether a row was rejected because its day has no partition. */
export const hasNoPartition = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23514' && /no partition/.test(error.message)

/**
 * Creates the partitions of events, from the oldest day that is still accepted to two weeks ahead. Servers take turns.
 */
export async function makePartitions(db: Db, now: Date): Promise<void> {
  const from = Math.floor((now.getTime() - limits.eventsLateMs) / dayMs) - 1
  await makeDays(
    db,
    Array.from({ length: limits.eventsLateMs / dayMs + aheadDays + 2 }, (_, at) => (from + at) * dayMs),
  )
}

/** Creates missing partitions. A day is given as any instant of it, in milliseconds. */
export async function makeDays(db: Db, days: readonly number[]): Promise<void> {
  const there = new Set((await partitionsOf(db)).map(({ name }) => name))
  if (days.every((ms) => there.has(nameOf(dayOf(ms))))) return
  // A function of the tables' owner, which the server's role need not be.
  await sql`select add_event_day(day) from unnest(${days.map(dayOf)}::date[]) as day`.execute(db)
}

/** Drops expired days of events without blocking writers. */
export async function dropPartitions(db: Db, now: Date): Promise<void> {
  const last = nameOf(dayOf(now.getTime() - limits.eventsKeptDays * dayMs))
  const old = (await partitionsOf(db)).filter(({ name }) => name < last)
  if (old.length === 0) return
  const isOwner = await ownsEvents(db)
  for (const { name, pending } of old) {
    if (!isOwner) {
      if (!(await dropAsOwner(db, name))) return
      continue
    }
    const table = sql.table(name)
    // Completes a detach that another server left unfinished.
    if (pending) await sql`alter table track detach partition ${table} finalize`.execute(db)
    else await sql`alter table track detach partition ${table} concurrently`.execute(db)
    await sql`drop table if exists ${table}`.execute(db)
  }
}

const ownsEvents = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ isOwner: boolean }>`
    select pg_has_role(relowner, 'usage') as is_owner from pg_class where oid = 'track'::regclass`.execute(db)
  return rows[0]?.isOwner === true
}

const tries = 8
const pauseMs = 500

/**
 * Drops a day with the function of the tables' owner. Returns false if the table was in use on every attempt; the next
 * round retries. A function cannot detach concurrently, so it waits for its lock only briefly.
 */
async function dropAsOwner(db: Db, name: string): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql`select drop_event_day(to_date(${name}, '"track_"YYYYMMDD'))`.execute(db)
      return true
    } catch (error) {
      if (!isLocked(error)) throw error
      if (attempt === tries) return false
    }
    await wait(pauseMs)
  }
}

/** The partitions of events, the oldest first. */
export const partitionsOf = async (db: Db): Promise<{ name: string; pending: boolean }[]> => {
  const { rows } = await sql<{ name: string; pending: boolean }>`
    select relname as name, inhdetachpending as pending from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'track'::regclass order by relname`.execute(db)
  return rows
}
