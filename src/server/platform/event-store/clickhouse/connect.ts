import { type ClickHouseClient, ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client'

/** URL of ClickHouse: `clickhouse://user:password@host:8123/database`, or `clickhouses://` for TLS. */
export type ClickHouseUrl = string

export type ClickHouse = {
  /** Returns the rows of a query. 64-bit integers are returned as numbers. */
  readonly ask: <Row>(statement: string) => Promise<Row[]>
  readonly command: (statement: string) => Promise<void>
  /** Resolves when the rows are on disk. */
  readonly insert: (table: string, rows: readonly object[]) => Promise<void>
  readonly close: () => Promise<void>
}

/** Longer than any query may take. */
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
    // Callers get the errors and log them once.
    log: { level: ClickHouseLogLevel.OFF },
    // Return 64-bit integers as numbers, and nulls for unmatched rows of outer joins.
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

/** Reports an unreachable ClickHouse like an unreachable database, so that SDKs keep their batches and retry. */
const answered = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ClickHouseError) throw error
    throw Object.assign(new Error('ClickHouse does not answer', { cause: error }), { code: '08006' })
  }
}
