import { hash } from 'node:crypto'
import { byTrust, type ReadyBatch } from '../rows.ts'
import type { ClickHouse } from './connect.ts'
import { unitText } from './parts.ts'

/**
 * Writes the rows of batches. Each event's id follows from its batch and its place in it alone: written again, it takes its own
 * place. Its instant does not count for that, since a clock that is put right is put right by another millisecond each time.
 */
export async function putRows(clickhouse: ClickHouse, batches: readonly ReadyBatch[]): Promise<void> {
  const tracks = batches.flatMap(({ place, id, via, judged }) => {
    if (judged.tracks.length === 0) return []
    const first = BigInt(`0x${hash('sha256', `${place} ${id}`).slice(0, 16)}`)
    return judged.tracks.map(({ row, event, unit, unitBy, atMs, value, properties }) => ({
      ...{ place, event, unit: unitText(unit), id: String(BigInt.asUintN(64, first + BigInt(row))) },
      ...{ at: atMs, value, via, unit_by: unitBy ?? '', properties: properties ?? '' },
    }))
  })
  const exposures = batches.flatMap(({ via, judged }) =>
    judged.exposures.map(({ run, unit, arm, atMs }) => ({
      ...{ run, unit: unitText(unit), arm, last_arm: arm, first_at: atMs, trust: byTrust.indexOf(via) },
    })),
  )
  await clickhouse.insert('exposure', exposures)
  await clickhouse.insert('track', tracks)
}
