import type { ClickHouse } from './connect.ts'

/** The first version of ClickHouse that is tried. */
const leastVersion = [25, 8] as const

/** Which read of a source gave a row; 0 for all others. */
const read = 'read UInt32 default 0'

/*
 * A row that is written twice has the same id, and counts once when it is read: of rows of one key the last is kept (FINAL). The
 * day is of no use in the key, since nobody asks for one unit's day; it is the partition, which goes whole. Written to disk before
 * an insert is answered.
 */
const track = `
  create table if not exists track (
    place Int32, event Int32, unit UUID, id UInt64,
    at Int64 codec(Delta, ZSTD), value Nullable(Float64), via UInt8,
    unit_by LowCardinality(String), properties String codec(ZSTD), ${read}
  ) engine = ReplacingMergeTree partition by intDiv(at, 86400000) order by (place, event, unit, id)
  settings fsync_after_insert = 1, fsync_part_directory = 1`

/* What is told of one unit again and again comes to the same: its first time, its arm, and who is believed most. */
const exposure = `
  create table if not exists exposure (
    run Int32, unit UUID,
    arm SimpleAggregateFunction(min, UInt16), last_arm SimpleAggregateFunction(max, UInt16),
    first_at SimpleAggregateFunction(min, Int64), trust SimpleAggregateFunction(min, UInt8)
  ) engine = AggregatingMergeTree order by (run, unit)
  settings fsync_after_insert = 1, fsync_part_directory = 1`

/** Why ClickHouse can’t be used as it is, in words; null where it can. Makes the tables where they are not there yet. */
export async function prepareTables(clickhouse: ClickHouse): Promise<string | null> {
  const [row] = await clickhouse.ask<{ version: string }>('select version() as version')
  const version = row?.version ?? ''
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < leastVersion[0] || (major === leastVersion[0] && minor < leastVersion[1]))
    return `ClickHouse there is ${version}; use ${leastVersion.join('.')} or newer.`
  await clickhouse.command(track)
  await clickhouse.command(exposure)
  // tables from before sources were read into them
  const columns = await clickhouse.ask<{ name: string }>('describe table track')
  if (!columns.some(({ name }) => name === 'read')) await clickhouse.command(`alter table track add column ${read}`)
  return null
}

/**
 * The same connection, whose tables are made before its first use: ClickHouse may be away while a server starts, and flags are
 * served all the same.
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
