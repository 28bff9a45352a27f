import { sql } from 'kysely'
import { float8List, jsonbList, uuidList } from '../../db/binary-lists.ts'
import { via } from '../rows.ts'
import type { EventStore } from '../store.ts'
import type { EventSlice } from '../warehouse-data-store.ts'
import { makeDays } from './partitions.ts'

const dayMs = 24 * 3_600_000

/** Replaces what a warehouse returned of an event for a period, in one transaction. */
export const replaceSlice: EventStore['replaceSlice'] = async (db, slice, rows, settle) => {
  const { place, event, unitBy, fromMs, toMs } = slice
  await makeDays(db, daysOf(slice))
  await db.transaction().execute(async (tx) => {
    // The producer of the rows may be slow.
    await sql`
      select set_config('statement_timeout', '5min', true), set_config('idle_in_transaction_session_timeout', '10min', true)`.execute(
      tx,
    )
    const { numAffectedRows } = await sql`
      delete from track where place = ${place} and event = ${event} and via = ${via.source}
        and at >= ${new Date(fromMs)} and at < ${new Date(toMs)}`.execute(tx)
    let more = -Number(numAffectedRows ?? 0n)
    for await (const some of rows) {
      more += some.length
      await sql`
        insert into track (unit, at, value, place, event, via, properties, unit_by)
        select unit, to_timestamp(at), value, ${place}::int, ${event}::int, ${via.source}::smallint, properties, ${unitBy}::text
        from unnest(
          ${uuidList(some, ({ unit }) => unit)}::uuid[], ${float8List(some, ({ atMs }) => atMs / 1_000)}::double precision[],
          ${float8List(some, ({ value }) => value)}::double precision[],
          ${jsonbList(some, ({ properties }) => properties)}::jsonb[]
        ) as row (unit, at, value, properties)`.execute(tx)
    }
    await settle(tx, more)
  })
}

/** Start times of the days that a slice overlaps. */
const daysOf = ({ fromMs, toMs }: EventSlice): number[] => {
  const first = Math.floor(fromMs / dayMs)
  return Array.from({ length: Math.ceil(toMs / dayMs) - first }, (_, at) => (first + at) * dayMs)
}
