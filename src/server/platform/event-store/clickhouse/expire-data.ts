import { sql } from 'kysely'
import { limits } from '../../../../shared/limits.ts'
import type { Db } from '../../db/pool.ts'
import { postgresqlStore } from '../postgresql/store.ts'
import type { StoreSize } from '../store.ts'
import type { ClickHouse } from './connect.ts'
import { list, text, unitText } from './parts.ts'
import { deleteReplacedRows } from './replace-slice.ts'
import { forgetReadsBefore } from './slices.ts'

const dayMs = 24 * 3_600_000

/** Drops expired days of events, and exposures of runs that ended long ago or whose environments were deleted. */
export async function expireClickHouseData(clickhouse: ClickHouse, db: Db, now: Date): Promise<void> {
  // Data from before a move to ClickHouse also expires.
  await postgresqlStore.keep(db, now)
  const first = Math.floor((now.getTime() - limits.eventsKeptDays * dayMs) / dayMs)
  for (const day of await daysOf(clickhouse)) if (day < first) await dropDay(clickhouse, day)
  await deleteReplacedRows(clickhouse, db)
  // One day earlier: a slice ends within the last day that was dropped.
  await forgetReadsBefore(db, new Date((first - 1) * dayMs))
  const kept = await clickhouse.ask<{ run: number }>('select distinct run from exposure')
  const before = new Date(now.getTime() - limits.exposuresKeptDays * dayMs)
  const { rows: alive } = await sql<{ id: number }>`
    select id from run where ended_at is null or ended_at >= ${before}`.execute(db)
  const known = new Set(alive.map(({ id }) => id))
  const gone = kept.map(({ run }) => run).filter((run) => !known.has(run))
  if (gone.length > 0) await clickhouse.command(`delete from exposure where run in ${list(gone)}`)
}

/** A dropped partition leaves empty parts for a while, so only parts with rows count. */
const filled = 'database = currentDatabase() and active and rows > 0'

/** The days that have events, in days since 1970-01-01. */
const daysOf = async (clickhouse: ClickHouse): Promise<number[]> => {
  const rows = await clickhouse.ask<{ day: string }>(
    `select distinct partition as day from system.parts where ${filled} and table = 'track'`,
  )
  return rows.map(({ day }) => Number(day)).toSorted((a, b) => a - b)
}

export const dropDay = (clickhouse: ClickHouse, day: number): Promise<void> =>
  clickhouse.command(`alter table track drop partition ${day}`)

/** Deletes the data of these units from the runs and events of a project, here and in PostgreSQL from before a move. */
export async function forget(clickhouse: ClickHouse, db: Db, projectId: string, units: readonly string[]) {
  await postgresqlStore.forget(db, projectId, units)
  const idsOf = async (table: 'run' | 'trackedEvent') =>
    (await db.selectFrom(table).select('id').where('projectId', '=', projectId).execute()).map(({ id }) => id)
  const those = `unit in (${units.length === 0 ? 'null' : units.map((unit) => text(unitText(unit))).join(', ')})`
  const gone = async (table: string, where: string) => {
    const [row] = await clickhouse.ask<{ n: number }>(
      `select toUInt32(count()) as n from ${table} final where ${where}`,
    )
    if ((row?.n ?? 0) > 0) await clickhouse.command(`delete from ${table} where ${where}`)
    return row?.n ?? 0
  }
  return {
    exposures: await gone('exposure', `${those} and run in ${list(await idsOf('run'))}`),
    events: await gone('track', `${those} and event in ${list(await idsOf('trackedEvent'))}`),
  }
}

/** Disk usage of the store. */
export async function size(clickhouse: ClickHouse): Promise<StoreSize> {
  const rows = await clickhouse.ask<{ name: string; bytes: number; n: number }>(`
    select table as name, toFloat64(sum(bytes_on_disk)) as bytes, toFloat64(sum(rows)) as n from system.parts
    where ${filled} group by table`)
  const of = (name: string) => rows.find((row) => row.name === name)
  return {
    eventBytes: of('track')?.bytes ?? 0,
    exposures: of('exposure')?.n ?? 0,
    exposureBytes: of('exposure')?.bytes ?? 0,
  }
}
