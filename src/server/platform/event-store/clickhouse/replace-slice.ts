import { hash } from 'node:crypto'
import type { Db } from '../../db/pool.ts'
import type { Slice, SliceRow } from '../from-sources.ts'
import { via } from '../rows.ts'
import type { MeasureStore } from '../store.ts'
import type { ClickHouse } from './connect.ts'
import { unitText, whole } from './parts.ts'
import { beginRead, eventsToClean, noteClean, putReadInForce, reading, readsToClean, replacedBy } from './slices.ts'

/** So many rows go at a time: each insert is a part on disk, which ClickHouse has to merge. */
const someRows = 50_000

/** Replaces what a source gave of an event within a stretch of time: its rows are seen, and earlier ones are not, from one moment on. */
export const replaceSlice =
  (clickhouse: ClickHouse, atOnce = someRows): MeasureStore['replaceSlice'] =>
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
      await putReadInForce(tx, slice, read)
    })
    // what it replaced is hidden: where it can't be deleted now, it is an hour later
    await clean(clickhouse, db, slice).catch(() => undefined)
  }

/** How many rows of a source are seen in a slice. */
const seenIn = (clickhouse: ClickHouse, db: Db, { place, event, fromMs, toMs }: Slice): Promise<number> =>
  reading(db, place, [event], async (inForce) => {
    const [row] = await clickhouse.ask<{ n: number }>(`
      select toUInt32(count()) as n from track final where place = ${place} and event = ${event} and via = ${via.source}
        and at >= ${whole(fromMs)} and at < ${whole(toMs)} and ${inForce}`)
    return row?.n ?? 0
  })

/** Deletes what was replaced of all events. */
export const cleanAll = async (clickhouse: ClickHouse, db: Db): Promise<void> => {
  for (const one of await eventsToClean(db)) await clean(clickhouse, db, one)
}

const clean = async (clickhouse: ClickHouse, db: Db, { place, event }: Pick<Slice, 'place' | 'event'>) => {
  for (const one of await readsToClean(db, place, event)) {
    const those = `place = ${place} and event = ${event} and ${replacedBy(one)}`
    const [found] = await clickhouse.ask<{ n: number }>(`select toUInt32(count()) as n from track where ${those}`)
    if ((found?.n ?? 0) > 0) await clickhouse.command(`delete from track where ${those}`)
    await noteClean(db, place, event, one.read)
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

const rowsOf = ({ place, event, unitBy }: Slice, read: number, from: number, rows: readonly SliceRow[]) => {
  const first = BigInt(`0x${hash('sha256', `slice ${place} ${event} ${read}`).slice(0, 16)}`)
  return rows.map(({ unit, atMs, value, properties }, n) => ({
    ...{ place, event, read, unit: unitText(unit), id: String(BigInt.asUintN(64, first + BigInt(from + n))) },
    ...{ at: Math.round(atMs), value, via: via.source, unit_by: unitBy ?? '', properties: properties ?? '' },
  }))
}
