import { Readable } from 'node:stream'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'

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
/** Maximum bytes of a response. Sums by variant and day have a few MiB at most. */
const answerBytes = 64 * 2 ** 20
/** Maximum bytes to read of an error. */
const errorBytes = 4_000

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
  ask: async <Row>(statement: string) => {
    const text = await answered(client, { query: `${statement}\nFORMAT JSONEachRow` })
    // if a query fails after the first rows, ClickHouse writes the error between the rows
    return text.split('\n').flatMap((line) => {
      if (line.trim() === '') return []
      if (!line.startsWith('{')) throw refusal(line)
      // Safe cast: rows have the type that the statement selects.
      return [JSON.parse(line) as Row]
    })
  },
  command: async (query) => {
    await answered(client, { query })
  },
  insert: async (table, rows) => {
    if (rows.length === 0) return
    const lines = rows.map((row) => JSON.stringify(row)).join('\n')
    await answered(client, {
      query: `INSERT INTO ${table} FORMAT JSONEachRow`,
      values: Readable.from([lines], { objectMode: false }),
      clickhouse_settings: { precise_float_parsing: 1, async_insert: 0 },
    })
  },
  close: () => client.close(),
})

type Exec = Parameters<ClickHouseClient['exec']>[0]

/**
 * Returns the text of a response. Reads the body here instead of with the driver, which would decompress any body,
 * buffer all of it, and match errors with a pattern whose runtime is cubic.
 */
async function answered(client: ClickHouseClient, question: Exec): Promise<string> {
  try {
    const { stream, response_headers, http_status_code } = await client.exec({
      ...question,
      ...{ decompress_response_stream: false, ignore_error_response: true },
    })
    const isError = http_status_code !== 200 || response_headers?.['x-clickhouse-exception-code'] !== undefined
    if (response_headers?.['content-encoding'] !== undefined) {
      stream.destroy()
      throw new Error('it answered with a compressed body, which was not asked for')
    }
    const text = await textOf(stream, isError ? errorBytes : answerBytes, isError)
    if (!isError) return text
    // a proxy returns its own errors
    throw codeOf(text) === undefined ? new Error(`it answered with status ${http_status_code}`) : refusal(text)
  } catch (error) {
    if (error instanceof ClickHouseRefusal) throw error
    // If ClickHouse does not respond, it is treated like a database that is down: SDKs buffer their events and retry.
    throw Object.assign(new Error('ClickHouse does not answer', { cause: error }), { code: '08006' })
  }
}

/**
 * Returns the text of a stream. If it exceeds the limit, throws or returns the beginning, and closes the connection.
 */
async function textOf(stream: Readable, most: number, isCut: boolean): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  const deadline = setTimeout(
    () => stream.destroy(new Error(`it took longer than ${patienceMs / 1_000} s to answer`)),
    patienceMs,
  )
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      chunks.push(chunk)
      if (size > most && isCut) break
      if (size > most) throw new Error(`it answered with more than ${most / 2 ** 20} MiB`)
    }
  } finally {
    clearTimeout(deadline)
    stream.destroy()
  }
  return Buffer.concat(chunks).subarray(0, most).toString()
}

/** ClickHouse responded with an error. */
export class ClickHouseRefusal extends Error {
  readonly errorCode: number | undefined

  constructor(text: string) {
    super(text.split('\n')[0]?.trim() || 'ClickHouse ended its answer')
    this.errorCode = codeOf(text)
  }

  /** Whether the user, password or database is wrong, so that a retry cannot succeed. */
  get isOfSettings(): boolean {
    return this.errorCode !== undefined && settingsCodes.includes(this.errorCode)
  }
}

/** UNKNOWN_DATABASE, UNKNOWN_USER, WRONG_PASSWORD, REQUIRED_PASSWORD, AUTHENTICATION_FAILED. */
const settingsCodes = [81, 192, 193, 194, 516]

/** Returns the code of an error, `Code: 60. DB::Exception: …`. */
const codeOf = (text: string): number | undefined => {
  const [, code] = /\bCode: (\d{1,6})\b/.exec(text.slice(0, errorBytes)) ?? []
  return code === undefined ? undefined : Number(code)
}

const refusal = (text: string): ClickHouseRefusal => new ClickHouseRefusal(text.slice(0, errorBytes))
