import { sql } from 'kysely'
import type { Db, Tx } from '../../db/pool.ts'
import type { Slice } from '../from-sources.ts'
import { via } from '../rows.ts'
import { list, whole } from './parts.ts'

/*
 * Which reads of an event are in force is written down in PostgreSQL, in the transaction that notes the read. Readers hide the rows of all
 * others, and hold a lock meanwhile: what was replaced is deleted once nobody reads who began before.
 */

/** Longer than any question may take: the connection that holds the lock rests meanwhile. */
const restMs = 120_000

/** The number of a new read, whose rows nobody sees yet. */
export const beginRead = async (db: Db, { place, event, fromMs, toMs }: Slice): Promise<number> => {
  for (;;) {
    const { rows } = await sql<{ read: number }>`
      insert into slice (place, event, read, from_at, to_at)
      select ${place}::int, ${event}::int, coalesce(max(read), 0) + 1, ${new Date(fromMs)}::timestamptz, ${new Date(toMs)}::timestamptz
      from slice where place = ${place} and event = ${event}
      on conflict do nothing returning read`.execute(db)
    // another server took the number
    if (rows[0]) return rows[0].read
  }
}

/** Puts a read in force, unless a later one is. */
export const putReadInForce = async (tx: Tx, { place, event }: Slice, read: number): Promise<void> => {
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

/** Asks ClickHouse of some events; `inForce` are the rows of `track` that are seen, all through the question. */
export const reading = <T>(
  db: Db,
  place: number,
  events: readonly number[],
  ask: (inForce: string) => Promise<T>,
): Promise<T> => {
  const each = [...new Set(events)].toSorted((a, b) => a - b)
  const act = async (tx: Tx) => {
    await sql`select set_config('idle_in_transaction_session_timeout', ${String(restMs)}, true)`.execute(tx)
    await sql`select pg_advisory_xact_lock_shared(${place}, event) from unnest(${each}::int[]) as event`.execute(tx)
    // a statement of its own: what is in force now that nothing is deleted
    return ask(inForce(each, await readsOf(tx, place, each)))
  }
  // the flag says what the type cannot: this database is a transaction already
  return db.isTransaction ? act(db as Tx) : db.transaction().execute(act)
}

const inForce = (events: readonly number[], reads: readonly ReadRow[]): string =>
  `(${events.map((event) => `(track.event = ${event} and ${seenOf(reads.filter((one) => one.event === event))})`).join(' or ')})`

const seenOf = (reads: readonly ReadRow[]): string => {
  const writing = reads.filter(({ state }) => state === 'writing').map(({ read }) => read)
  const replaced = reads.filter(({ state }) => state === 'kept').map((one) => `not ${replacedBy(one)}`)
  // one that begins while this is asked is not known here
  const known = `track.read <= ${reads.at(-1)?.read ?? 0}`
  return [known, ...(writing.length === 0 ? [] : [`track.read not in ${list(writing)}`]), ...replaced].join(' and ')
}

/** Rows of the same event that a read takes the place of. */
export const replacedBy = ({ fromMs, toMs, read }: Pick<ReadRow, 'fromMs' | 'toMs' | 'read'>): string =>
  `(track.via = ${via.source} and track.at >= ${whole(fromMs)} and track.at < ${whole(toMs)} and track.read < ${read})`

/** Reads whose replaced rows may be deleted: nobody asks any more who began before they were in force. None while somebody may. */
export const readsToClean = (db: Db, place: number, event: number): Promise<ReadRow[]> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ alone: boolean }>`
      select pg_try_advisory_xact_lock(${place}, ${event}) as alone`.execute(tx)
    if (!rows[0]?.alone) return []
    return (await readsOf(tx, place, [event])).filter(({ state }) => state === 'kept')
  })

/** Notes that what a read replaced is deleted. The last in force stays, as the number from which the next one counts. */
export const noteClean = async (db: Db, place: number, event: number, read: number): Promise<void> => {
  await sql`update slice set state = 'clean' where place = ${place} and event = ${event} and read = ${read}`.execute(db)
  await sql`
    delete from slice where place = ${place} and event = ${event} and state = 'clean' and exists (
      select from slice as later
      where later.place = slice.place and later.event = slice.event and later.read > slice.read and later.state <> 'writing'
    )`.execute(db)
}

/** The events of which a read is to be cleaned. */
export const eventsToClean = async (db: Db): Promise<{ place: number; event: number }[]> => {
  const { rows } = await sql<{ place: number; event: number }>`
    select distinct place, event from slice where state = 'kept'`.execute(db)
  return rows
}

/** Forgets reads that never came to be in force, once their days are dropped. */
export const forgetReadsBefore = async (db: Db, before: Date): Promise<void> => {
  await sql`delete from slice where state = 'writing' and to_at < ${before}`.execute(db)
}
