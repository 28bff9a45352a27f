import { limits } from '../../../shared/limits.ts'
import type { Db } from '../db/pool.ts'
import type { ClickHouse } from './clickhouse/connect.ts'
import { dropDay } from './clickhouse/expire-data.ts'
import { hasServers, readCurrentEngine, storeCurrentEngine } from './postgresql/current-engine.ts'
import { countOf, daysOf, movedDays, readDay, readExposures, recordMovedDay } from './postgresql/read-rows.ts'
import { sourcesByTrust } from './rows.ts'

const dayMs = 24 * 3_600_000

/** Result of a move. `isInForce` is false if servers are running, which would go on writing to PostgreSQL. */
export type MovedRows = { readonly events: number; readonly exposures: number; readonly isInForce: boolean }

/**
 * Copies events day by day, and exposures, from PostgreSQL to ClickHouse, and switches to ClickHouse when no server is
 * running. Can be interrupted and restarted at any point: an incomplete day is emptied and copied again; a complete one
 * is read again only if events may have arrived since. Deletes nothing in PostgreSQL: its days expire as usual.
 */
export async function moveToClickHouse(
  db: Db,
  clickhouse: ClickHouse,
  now: Date,
  tell: (line: string) => void,
): Promise<MovedRows> {
  if ((await readCurrentEngine(db)) === 'clickhouse') throw new Error('ClickHouse is in force already')
  // Checked first: everything that a server writes from here on is found below.
  const isInUse = await hasServers(db)
  const moved = await movedDays(db)
  let events = 0
  for (const day of await daysOf(db)) {
    const count = await countOf(db, day)
    const isOver = Date.parse(day) + dayMs < now.getTime() - limits.eventsLateMs
    if (moved.get(day) === count && (isOver || count === 0)) continue
    const number = Date.parse(day) / dayMs
    await dropDay(clickhouse, number)
    const copied = await readDay(db, day, (rows) =>
      clickhouse.insert(
        'track',
        rows.map(({ unitBy, properties, n, ...row }) => ({
          // A row id that is unique across days and the same whenever the day is copied.
          ...row,
          ...{ id: String(BigInt(number) * 0x1_0000_0000n + BigInt(n)), at: Math.round(row.at) },
          ...{ unit_by: unitBy ?? '', properties: properties ?? '' },
        })),
      ),
    )
    await recordMovedDay(db, day, copied, now)
    if (copied > 0) tell(`${day}: ${copied.toLocaleString('en')} events`)
    events += copied
  }
  await clickhouse.command('truncate table exposure')
  const exposures = await readExposures(db, (rows) =>
    clickhouse.insert(
      'exposure',
      rows.map(({ run, unit, arm, firstAt, via, crossed }) => ({
        ...{ run, unit, arm, last_arm: crossed ? arm + 1 : arm },
        ...{ first_at: Math.round(firstAt), trust: sourcesByTrust.indexOf(via) },
      })),
    ),
  )
  if (!isInUse) await storeCurrentEngine(db, 'clickhouse')
  return { events, exposures, isInForce: !isInUse }
}
