import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/pool.ts'
import { leastOfAValue, mostOfAValue } from '../question.ts'
import { trustedVias } from '../rows.ts'
import type { MeasuredPart, MeasuredTerm, Word } from '../store.ts'
import { conditionSql } from './condition-sql.ts'

/** Runs a recount with room of its own: it may keep much in memory, and compiles nothing for a single time. */
export const recounting = <T>(db: Db, count: (tx: Tx) => Promise<T>): Promise<T> => {
  const act = async (tx: Tx) => {
    await sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(tx)
    return count(tx)
  }
  // the flag says what the type cannot: this database is a transaction already
  return db.isTransaction ? act(db as Tx) : db.transaction().execute(act)
}

/** So long. */
export const span = (ms: number) => sql`${ms / 1_000}::double precision * interval '1 second'`

/** Rows of `track` that are of a part. */
export const fits = ({ event, properties, where = true }: MeasuredPart, track = 'track') =>
  where === true
    ? sql<boolean>`(${sql.ref(`${track}.event`)} = ${event})`
    : sql<boolean>`(${sql.ref(`${track}.event`)} = ${event} and ${conditionSql(where, { properties }, track)})`

/** What a row of `track` adds; nothing where it has no value: both bounds would otherwise take its place. */
export const taken = ({ take }: Pick<MeasuredTerm, 'take'>): RawBuilder<number> =>
  take === 'count'
    ? sql<number>`1::double precision`
    : sql<number>`case when abs(track.value) < ${leastOfAValue}::double precision then 0 when track.value is not null
        then least(greatest(track.value, ${-mostOfAValue}::double precision), ${mostOfAValue}::double precision) end`

/** Rows of a table that count by whose word they are. */
export const said = (by: Word, table: 'exposure' | 'track') =>
  by === 'anyone' ? sql`` : sql`and ${sql.ref(`${table}.via`)} = any(${trustedVias}::int[])`
