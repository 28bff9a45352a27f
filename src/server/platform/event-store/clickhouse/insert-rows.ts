import { hash } from 'node:crypto'
import { type ReadyBatch, type StoredExposureRow, sourcesByTrust, via } from '../rows.ts'
import type { EventStore } from '../store.ts'
import type { ClickHouse } from './connect.ts'
import { unitText } from './parts.ts'

/**
 * Writes the rows of batches. An event's id is derived only from its batch and its index in it, so a retried write
 * replaces the same row. The timestamp is not part of the id, because clock correction gives a different millisecond on
 * each attempt.
 */
export async function insertBatchRows(clickhouse: ClickHouse, batches: readonly ReadyBatch[]): Promise<void> {
  const tracks = batches.flatMap(({ place, id, via: way, judged }) => {
    if (judged.tracks.length === 0) return []
    const first = BigInt(`0x${hash('sha256', `${place} ${id}`).slice(0, 16)}`)
    return judged.tracks.map(({ row, event, unit, unitBy, atMs, value, properties }) => ({
      ...{ place, event, unit: unitText(unit), id: String(BigInt.asUintN(64, first + BigInt(row))) },
      ...{ at: atMs, value, via: way, unit_by: unitBy ?? '', properties: properties ?? '' },
    }))
  })
  await clickhouse.insert(
    'exposure',
    batches.flatMap(({ via: way, judged }) => exposuresBy(way, judged.exposures)),
  )
  await clickhouse.insert('track', tracks)
}

const exposuresBy = (way: number, exposures: readonly StoredExposureRow[]) =>
  exposures.map(({ run, unit, arm, atMs }) => ({
    ...{
      run,
      unit: unitText(unit),
      arm,
      last_arm: arm,
      first_at: Math.round(atMs),
      trust: sourcesByTrust.indexOf(way),
    },
  }))

/** Stores exposures from a warehouse. An insert of so few rows is one part, so it is atomic. */
export const insertClickHouseExposures =
  (clickhouse: ClickHouse): EventStore['putExposures'] =>
  async (db, exposures, settle) => {
    await clickhouse.insert('exposure', exposuresBy(via.source, exposures))
    await db.transaction().execute(settle)
  }
