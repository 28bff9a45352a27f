import { hash } from 'node:crypto'
import type { Db } from '../../db/pool.ts'
import { via } from '../rows.ts'
import type { EventStore } from '../store.ts'
import type { EventSlice, SliceRow } from '../warehouse-data-store.ts'
import type { ClickHouse } from './connect.ts'
import { integerLiteral, unitText } from './parts.ts'
import {
  beginRead,
  eventsToClean,
  makeReadVisible,
  readsToClean,
  recordCleanedRead,
  replacedBy,
  withVisibleReads,
} from './slices.ts'

/** Rows per insert. Each insert creates a part on disk that ClickHouse must merge. */
const someRows = 50_000

/**
 * Replaces the events that a warehouse returned for a period. Old rows disappear and new ones appear at the same
 * moment.
 */
export const replaceSlice =
  (clickhouse: ClickHouse, atOnce = someRows): EventStore['replaceSlice'] =>
  async (db, slice, rows, settle) => {
    const read = await beginRead(db, slice)
    let count = 0
    for await (const some of gathered(rows, atOnce)) {
      await clickhouse.insert('track', rowsOf(slice, read, count, some))
      count += some.length
    }
    const before = await seenIn(clickhouse, db, slice)
    await db.transaction().execute(async (tx) => {
      await settle(tx, count - before)
      await makeReadVisible(tx, slice, read)
    })
    // Replaced rows are already hidden. If they cannot be deleted now, the hourly cleanup deletes them.
    await clean(clickhouse, db, slice).catch(() => undefined)
  }

/** Counts the visible warehouse rows in a slice. */
const seenIn = (clickhouse: ClickHouse, db: Db, { place, event, fromMs, toMs }: EventSlice): Promise<number> =>
  withVisibleReads(db, place, [event], async (inForce) => {
    const [row] = await clickhouse.ask<{ n: number }>(`
      select toUInt32(count()) as n from track final where place = ${place} and event = ${event} and via = ${via.source}
        and at >= ${integerLiteral(fromMs)} and at < ${integerLiteral(toMs)} and ${inForce}`)
    return row?.n ?? 0
  })

/** Deletes the replaced rows of all events. */
export const deleteReplacedRows = async (clickhouse: ClickHouse, db: Db): Promise<void> => {
  for (const one of await eventsToClean(db)) await clean(clickhouse, db, one)
}

const clean = async (clickhouse: ClickHouse, db: Db, { place, event }: Pick<EventSlice, 'place' | 'event'>) => {
  for (const one of await readsToClean(db, place, event)) {
    const those = `place = ${place} and event = ${event} and ${replacedBy(one)}`
    const [found] = await clickhouse.ask<{ n: number }>(`select toUInt32(count()) as n from track where ${those}`)
    if ((found?.n ?? 0) > 0) await clickhouse.command(`delete from track where ${those}`)
    await recordCleanedRead(db, place, event, one.read)
  }
}

async function* gathered(rows: AsyncIterable<readonly SliceRow[]>, atOnce: number): AsyncGenerator<SliceRow[]> {
  let held: SliceRow[] = []
  for await (const some of rows) {
    held = held.concat(some)
    if (held.length < atOnce) continue
    yield held
    held = []
  }
  if (held.length > 0) yield held
}

const rowsOf = ({ place, event, unitBy }: EventSlice, read: number, from: number, rows: readonly SliceRow[]) => {
  const first = BigInt(`0x${hash('sha256', `slice ${place} ${event} ${read}`).slice(0, 16)}`)
  return rows.map(({ unit, atMs, value, properties }, n) => ({
    ...{ place, event, read, unit: unitText(unit), id: String(BigInt.asUintN(64, first + BigInt(from + n))) },
    ...{ at: Math.round(atMs), value, via: via.source, unit_by: unitBy ?? '', properties: properties ?? '' },
  }))
}
