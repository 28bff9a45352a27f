import { type ClickHouse, ClickHouseRefusal } from './connect.ts'

/** The oldest ClickHouse version that is tested. */
const leastVersion = [25, 8] as const

/** The read of a warehouse that returned the row. 0 for all other rows. */
const read = 'read UInt32 default 0'

/*
 * A row that is written twice has the same id and counts once when it is read (FINAL keeps the last row of a key). The
 * day is not part of the key, because no query asks for one unit's day; it is the partition, which is dropped as a
 * whole. Inserts are acknowledged after they are on disk.
 */
const track = `
  create table if not exists track (
    place Int32, event Int32, unit UUID, id UInt64,
    at Int64 codec(Delta, ZSTD), value Nullable(Float64), via UInt8,
    unit_by LowCardinality(String), properties String codec(ZSTD), ${read}
  ) engine = ReplacingMergeTree partition by intDiv(at, 86400000) order by (place, event, unit, id)
  settings fsync_after_insert = 1, fsync_part_directory = 1`

/* Repeated reports of a unit merge into its first time, its arms, and its most trusted source. */
const exposure = `
  create table if not exists exposure (
    run Int32, unit UUID,
    arm SimpleAggregateFunction(min, UInt16), last_arm SimpleAggregateFunction(max, UInt16),
    first_at SimpleAggregateFunction(min, Int64), trust SimpleAggregateFunction(min, UInt8)
  ) engine = AggregatingMergeTree order by (run, unit)
  settings fsync_after_insert = 1, fsync_part_directory = 1`

/** Returns why ClickHouse can't be used, or null. Changes nothing, and rejects if it does not respond. */
export async function problemWith(clickhouse: ClickHouse): Promise<string | null> {
  try {
    return await problemOfVersion(clickhouse)
  } catch (error) {
    if (error instanceof ClickHouseRefusal && error.isOfSettings)
      return `ClickHouse refuses what FANION_MEASURE_URL has as its user, password or database: ${error.message}`
    throw error
  }
}

async function problemOfVersion(clickhouse: ClickHouse): Promise<string | null> {
  const [row] = await clickhouse.ask<{ version: string }>('select version() as version')
  const version = row?.version ?? ''
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < leastVersion[0] || (major === leastVersion[0] && minor < leastVersion[1]))
    return `ClickHouse there is ${version || 'of no version'}; use ${leastVersion.join('.')} or newer.`
  return null
}

/** Like `problemWith`, and creates missing tables. */
export async function prepareTables(clickhouse: ClickHouse): Promise<string | null> {
  const problem = await problemWith(clickhouse)
  if (problem !== null) return problem
  await clickhouse.command(track)
  await clickhouse.command(exposure)
  // Adds the column to tables from before warehouses were supported.
  const columns = await clickhouse.ask<{ name: string }>('describe table track')
  if (!columns.some(({ name }) => name === 'read')) await clickhouse.command(`alter table track add column ${read}`)
  return null
}

/**
 * Wraps a connection so that its tables are created before the first use. ClickHouse may be down while a server starts;
 * flags are served anyway.
 */
export const prepared = (clickhouse: ClickHouse): ClickHouse => {
  let ready: Promise<void> | undefined
  const prepare = async () => {
    const problem = await prepareTables(clickhouse)
    if (problem !== null) throw new Error(problem)
  }
  const once = async () => {
    ready ??= prepare()
    try {
      await ready
    } catch (error) {
      ready = undefined
      throw error
    }
  }
  return {
    ask: async (statement) => (await once(), clickhouse.ask(statement)),
    command: async (statement) => (await once(), clickhouse.command(statement)),
    insert: async (table, rows) => (await once(), clickhouse.insert(table, rows)),
    close: () => clickhouse.close(),
  }
}
