import { type ClickHouseClient, ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client'

/** Where ClickHouse answers: `clickhouse://user:password@host:8123/database`, or `clickhouses://` over TLS. */
export type ClickHouseUrl = string

/** A connection, and the two things that are done over it. */
export type ClickHouse = {
  /** Rows of a statement, whose whole numbers are told as numbers. */
  readonly ask: <Row>(statement: string) => Promise<Row[]>
  readonly command: (statement: string) => Promise<void>
  /** Resolves when the rows are on disk. */
  readonly insert: (table: string, rows: readonly object[]) => Promise<void>
  readonly close: () => Promise<void>
}

/** Longer than any question may take. */
const patienceMs = 60_000

export const connect = (text: ClickHouseUrl): ClickHouse => {
  const url = new URL(text)
  const secure = url.protocol === 'clickhouses:'
  const client = createClient({
    url: `${secure ? 'https' : 'http'}://${url.hostname}:${url.port || (secure ? '8443' : '8123')}`,
    username: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)) || 'default',
    application: 'fanion',
    request_timeout: patienceMs,
    max_open_connections: 6,
    // whoever asks hears of errors, and logs them once
    log: { level: ClickHouseLogLevel.OFF },
    // a number that is sent is the number that is kept; a join that finds nobody says so
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0, join_use_nulls: 1 },
  })
  return over(client)
}

const over = (client: ClickHouseClient): ClickHouse => ({
  ask: async <Row>(statement: string) =>
    answered(async () => (await client.query({ query: statement, format: 'JSONEachRow' })).json<Row>()),
  command: (statement) =>
    answered(async () => {
      await client.command({ query: statement })
    }),
  insert: (table, rows) =>
    answered(async () => {
      if (rows.length > 0)
        await client.insert({
          table,
          values: [...rows],
          format: 'JSONEachRow',
          clickhouse_settings: { precise_float_parsing: 1, async_insert: 0 },
        })
    }),
  close: () => client.close(),
})

/** ClickHouse that doesn’t answer counts as a database that is away: programs keep what they have, and come again. */
const answered = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ClickHouseError) throw error
    throw Object.assign(new Error('ClickHouse does not answer', { cause: error }), { code: '08006' })
  }
}
