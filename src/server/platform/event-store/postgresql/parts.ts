import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/pool.ts'
import { maxEventValue, minEventMagnitude } from '../question.ts'
import { trustedVias } from '../rows.ts'
import type { MeasuredPart, MeasuredTerm, SourceTrust } from '../store.ts'
import { conditionSql } from './condition-sql.ts'

/**
 * Runs a large aggregation with more working memory and without JIT compilation, which doesn't pay off for a single
 * run.
 */
export const withAggregationMemory = <T>(db: Db, count: (tx: Tx) => Promise<T>): Promise<T> => {
  const act = async (tx: Tx) => {
    await sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(tx)
    return count(tx)
  }
  // Safe cast: the flag shows that this database is a transaction.
  return db.isTransaction ? act(db as Tx) : db.transaction().execute(act)
}

/** A duration as an interval. */
export const intervalSql = (ms: number) => sql`${ms / 1_000}::double precision * interval '1 second'`

/** A condition for the rows of `track` that belong to a part. */
export const trackPartCondition = ({ event, properties, where = true }: MeasuredPart, track = 'track') =>
  where === true
    ? sql<boolean>`(${sql.ref(`${track}.event`)} = ${event})`
    : sql<boolean>`(${sql.ref(`${track}.event`)} = ${event} and ${conditionSql(where, { properties }, track)})`

/**
 * The value that a row of `track` adds to a sum, or null if it has none: without the check, clamping would replace null
 * by a bound.
 */
export const trackTermValue = ({ take }: Pick<MeasuredTerm, 'take'>): RawBuilder<number> =>
  take === 'count'
    ? sql<number>`1::double precision`
    : sql<number>`case when abs(track.value) < ${minEventMagnitude}::double precision then 0 when track.value is not null
        then least(greatest(track.value, ${-maxEventValue}::double precision), ${maxEventValue}::double precision) end`

/** A condition for the rows of a table from sources that are trusted enough. */
export const trustedRowsSql = (by: SourceTrust, table: 'exposure' | 'track') =>
  by === 'anyone' ? sql`` : sql`and ${sql.ref(`${table}.via`)} = any(${trustedVias}::int[])`
