import { sql } from 'kysely'
import type { Db, Tx } from '../../db/pool.ts'
import { via } from '../rows.ts'
import type { EventSlice } from '../warehouse-data-store.ts'
import { integerLiteral, list } from './parts.ts'

/*
 * PostgreSQL records which reads of an event are in effect, in the transaction that records the read. Queries hide the
 * rows of all other reads and take a shared lock. Replaced rows are deleted when no query that started before the
 * replacement is running.
 */

/** Longer than any query may take: the connection that has the lock is idle during the query. */
const restMs = 120_000

/** Registers a new read and returns its number. Its rows are not visible yet. */
export const beginRead = async (db: Db, { place, event, fromMs, toMs }: EventSlice): Promise<number> => {
  for (;;) {
    const { rows } = await sql<{ read: number }>`
      insert into slice (place, event, read, from_at, to_at)
      select ${place}::int, ${event}::int, coalesce(max(read), 0) + 1, ${new Date(fromMs)}::timestamptz, ${new Date(toMs)}::timestamptz
      from slice where place = ${place} and event = ${event}
      on conflict do nothing returning read`.execute(db)
    // On a conflict another server took the number: retry.
    if (rows[0]) return rows[0].read
  }
}

/** Makes a read visible. Throws if a later read already is. */
export const makeReadVisible = async (tx: Tx, { place, event }: EventSlice, read: number): Promise<void> => {
  const { numAffectedRows } = await sql`
    update slice set state = 'kept' where place = ${place} and event = ${event} and read = ${read} and not exists (
      select from slice as later
      where later.place = slice.place and later.event = slice.event and later.read > slice.read and later.state <> 'writing'
    )`.execute(tx)
  if (numAffectedRows !== 1n) throw new Error('a later read of this event is in force')
}

export type ReadRow = {
  event: number
  read: number
  fromMs: number
  toMs: number
  state: 'writing' | 'kept' | 'clean'
}

const readsOf = async (db: Db, place: number, events: readonly number[]): Promise<ReadRow[]> => {
  const { rows } = await sql<ReadRow>`
    select event, read, state, (extract(epoch from from_at) * 1000)::double precision as from_ms,
      (extract(epoch from to_at) * 1000)::double precision as to_ms
    from slice where place = ${place} and event = any(${events}::int[]) order by event, read`.execute(db)
  return rows
}

/**
 * Queries ClickHouse about some events. `inForce` is a condition for the visible rows of `track`; it stays valid for
 * the whole query.
 */
export const withVisibleReads = <T>(
  db: Db,
  place: number,
  events: readonly number[],
  ask: (inForce: string) => Promise<T>,
): Promise<T> => {
  const each = [...new Set(events)].toSorted((a, b) => a - b)
  const act = async (tx: Tx) => {
    await sql`select set_config('idle_in_transaction_session_timeout', ${String(restMs)}, true)`.execute(tx)
    await sql`select pg_advisory_xact_lock_shared(${place}, event) from unnest(${each}::int[]) as event`.execute(tx)
    // A separate statement, so that it reads the state after the lock was acquired.
    return ask(inForce(each, await readsOf(tx, place, each)))
  }
  // Safe cast: the flag shows that this database is a transaction.
  return db.isTransaction ? act(db as Tx) : db.transaction().execute(act)
}

const inForce = (events: readonly number[], reads: readonly ReadRow[]): string =>
  `(${events.map((event) => `(track.event = ${event} and ${seenOf(reads.filter((one) => one.event === event))})`).join(' or ')})`

const seenOf = (reads: readonly ReadRow[]): string => {
  const writing = reads.filter(({ state }) => state === 'writing').map(({ read }) => read)
  const replaced = reads.filter(({ state }) => state === 'kept').map((one) => `not ${replacedBy(one)}`)
  // Reads that start during this query are not known here.
  const known = `track.read <= ${reads.at(-1)?.read ?? 0}`
  return [known, ...(writing.length === 0 ? [] : [`track.read not in ${list(writing)}`]), ...replaced].join(' and ')
}

/** A condition for the rows of the same event that a read replaces. */
export const replacedBy = ({ fromMs, toMs, read }: Pick<ReadRow, 'fromMs' | 'toMs' | 'read'>): string =>
  `(track.via = ${via.source} and track.at >= ${integerLiteral(fromMs)} and track.at < ${integerLiteral(toMs)} and track.read < ${read})`

/**
 * Returns the reads whose replaced rows may be deleted, because no query that started before them is still running.
 * Empty while one might be.
 */
export const readsToClean = (db: Db, place: number, event: number): Promise<ReadRow[]> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ alone: boolean }>`
      select pg_try_advisory_xact_lock(${place}, ${event}) as alone`.execute(tx)
    if (!rows[0]?.alone) return []
    return (await readsOf(tx, place, [event])).filter(({ state }) => state === 'kept')
  })

/**
 * Records that the rows which a read replaced are deleted. The latest visible read stays, because the next number is
 * derived from it.
 */
export const recordCleanedRead = async (db: Db, place: number, event: number, read: number): Promise<void> => {
  await sql`update slice set state = 'clean' where place = ${place} and event = ${event} and read = ${read}`.execute(db)
  await sql`
    delete from slice where place = ${place} and event = ${event} and state = 'clean' and exists (
      select from slice as later
      where later.place = slice.place and later.event = slice.event and later.read > slice.read and later.state <> 'writing'
    )`.execute(db)
}

/** The events that have reads to clean up. */
export const eventsToClean = async (db: Db): Promise<{ place: number; event: number }[]> => {
  const { rows } = await sql<{ place: number; event: number }>`
    select distinct place, event from slice where state = 'kept'`.execute(db)
  return rows
}

/** Deletes reads that never became visible, once their days are dropped. */
export const forgetReadsBefore = async (db: Db, before: Date): Promise<void> => {
  await sql`delete from slice where state = 'writing' and to_at < ${before}`.execute(db)
}
