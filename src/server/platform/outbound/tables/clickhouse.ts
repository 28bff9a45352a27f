import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { ByteBudget } from '../byte-budget.ts'
import { readLines } from './clickhouse-lines.ts'
import { writeGrantsIn } from './clickhouse-rights.ts'
import { pinnedAddress } from './pinned-address.ts'
import { fillBounds } from './placeholders.ts'
import {
  answerLimits,
  asUnreachable,
  type Column,
  type Connection,
  queryTimeoutError,
  type ReadLimits,
  type Row,
  type Rows,
  responseTooLargeError,
  rowsTooWideError,
  type Span,
  TableError,
  type TableSource,
  tooManyRowsError,
  unexpectedAnswer,
} from './table-source.ts'

/** Bytes of an HTTP response besides its rows: headers and chunk framing. */
const httpOverheadBytes = 2 ** 20
const answerMost: Pick<ReadLimits, 'atOnce' | 'bytesAtOnce'> = {
  atOnce: answerLimits.rows,
  bytesAtOnce: answerLimits.bytes,
}
/** Maximum number of characters of an error to read. */
const errorLength = 4_000

/** A format with the column names in the first line and their types in the second. */
const format = 'JSONCompactEachRowWithNamesAndTypes'

/** Numbers keep every digit, and times are seconds since 1970-01-01. */
const exact = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_quote_denormals: 1,
  date_time_output_format: 'unix_timestamp',
} as const

/** Opens a connection that sends every query as read-only. `answerMs` is the timeout of everything except rows. */
export async function openClickhouse(connection: Connection, answerMs: number): Promise<TableSource> {
  const { host, port, database, user, password, tls } = connection
  const address = await pinnedAddress(connection)
  const budget = new ByteBudget(answerLimits.bytes, responseTooLargeError)
  // The name is resolved once, and the connection uses the checked address.
  const options = {
    lookup: ((_, options, done) =>
      options.all ? done(null, [{ address, family }]) : done(null, address, family)) as LookupFunction,
    keepAlive: true,
    maxSockets: 1,
  }
  const family = isIP(address)
  const client = createClient({
    url: `${tls === 'off' ? 'http' : 'https'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
    ...{ username: user, password, database, application: 'fanion-source' },
    http_agent: guarded(
      tls === 'off' ? new http.Agent(options) : new https.Agent({ ...options, rejectUnauthorized: tls === 'verify' }),
      budget,
    ),
    request_timeout: answerMs + 1_000,
    log: { level: ClickHouseLogLevel.OFF },
  })
  /**
   * Returns a response's body. Errors are handled here, because the driver would decompress any body and read an error
   * of any length.
   */
  const asked = async (query: string, ms: number, settings: object, span?: Span): Promise<Readable> => {
    const { stream, response_headers, http_status_code } = await within(ms, (signal) =>
      client.exec({
        ...{ query: `${query}\nFORMAT ${format}`, abort_signal: signal },
        ...{ decompress_response_stream: false, ignore_error_response: true },
        ...(span && { query_params: { fanion_from: span.from, fanion_to: span.to } }),
        clickhouse_settings: { ...exact, max_execution_time: Math.ceil(ms / 1_000), ...settings },
      }),
    )
    try {
      if (response_headers?.['content-encoding'] !== undefined) throw unexpectedAnswer('ClickHouse')
      const code = response_headers?.['x-clickhouse-exception-code']
      if (http_status_code === 200 && code === undefined) return stream
      throw exceptionOf(await errorText(stream, ms), String(code))
    } catch (error) {
      stream.destroy()
      throw error
    }
  }
  const bounded = (query: string) => fillBounds(query, (bound) => `{fanion_${bound}:DateTime64(3, 'UTC')}`)

  /** Yields the rows of a response in portions. */
  async function* rowsOf(
    stream: Readable,
    { ms, atOnce, bytesAtOnce }: Omit<ReadLimits, 'rows'>,
  ): AsyncGenerator<Rows> {
    let columns: Column[] | undefined
    let names: readonly string[] | undefined
    let rows: Row[] = []
    const limit = { left: bytesAtOnce, exceeded: () => rowsTooWideError(bytesAtOnce) }
    // A response may start in time and never end.
    const deadline = setTimeout(() => stream.destroy(queryTimeoutError(ms)), ms)
    try {
      for await (const line of readLines(stream, limit)) {
        const cells = cellsOf(line)
        if (names === undefined) names = cells.map(String)
        else if (columns === undefined) columns = names.map((name, at) => columnOf(name, String(cells[at])))
        else rows.push(textsOf(columns, cells))
        if (rows.length >= atOnce && columns !== undefined) {
          yield { columns, rows }
          rows = []
          limit.left = bytesAtOnce
          budget.allow(bytesAtOnce + httpOverheadBytes, limit.exceeded)
        }
      }
    } finally {
      clearTimeout(deadline)
      stream.destroy()
    }
    yield { columns: columns ?? [], rows }
  }
  const all = async (query: string, settings: object = {}, span?: Span, most = answerMost): Promise<Rows> => {
    budget.allow(most.bytesAtOnce + httpOverheadBytes, () => rowsTooWideError(most.bytesAtOnce))
    const found = await asked(query, answerMs, settings, span)
    for await (const rows of rowsOf(found, { ms: answerMs, ...most })) return rows
    return { columns: [], rows: [] }
  }

  // `readonly` 0: all granted privileges; 1: cannot even set limits; 2: read-only, but may change settings.
  const level = await said(async () => (await all(`select toString(getSetting('readonly'))`)).rows[0]?.[0] ?? '0')
  if (level === '1')
    throw new TableError(
      'unreachable',
      'Its user has readonly = 1, which keeps limits from being set; give it readonly = 2.',
    )
  // If the user is not restricted, each query is.
  const only = level === '2' ? {} : { readonly: '2' }

  return {
    mayWrite: (atMost) =>
      said(async () =>
        level === '2'
          ? []
          : writeGrantsIn((await all('show grants final')).rows.map(([line]) => String(line))).slice(0, atMost),
      ),
    first: (query, span, most) => said(() => all(bounded(query), { ...only, limit: most.atOnce }, span, most)),
    estimate: (query, span) =>
      said(async () => {
        const { columns, rows } = await all(`explain estimate ${bounded(query)}`, only, span)
        const at = columns.findIndex(({ name }) => name === 'rows')
        return at < 0 ? null : { rows: rows.reduce((sum, row) => sum + Number(row[at] ?? 0), 0), cost: null }
      }),
    read: async function* (query, span, { rows: most, ...at }) {
      try {
        const settings = { ...only, max_result_rows: String(most), result_overflow_mode: 'throw' }
        let count = 0
        budget.allow(at.bytesAtOnce + httpOverheadBytes, () => rowsTooWideError(at.bytesAtOnce))
        for await (const some of rowsOf(await asked(bounded(query), at.ms, settings, span), at)) {
          count += some.rows.length
          if (count > most) throw tooManyRowsError(most)
          yield some
        }
      } catch (error) {
        throw asTableError(error)
      }
    },
    bytes: () => budget.total,
    close: () => client.close(),
  }
}

/** Counts the bytes on every socket of an agent. */
function guarded<Agent extends http.Agent>(agent: Agent, budget: ByteBudget): Agent {
  const create = agent.createConnection.bind(agent)
  agent.createConnection = (...values) => {
    const socket = create(...values)
    return socket && budget.guard(socket)
  }
  return agent
}

/** Returns the beginning of an error's text. */
async function errorText(stream: Readable, ms: number): Promise<string> {
  const deadline = setTimeout(() => stream.destroy(queryTimeoutError(ms)), ms)
  let text = ''
  try {
    for await (const chunk of stream) {
      text += String(chunk)
      if (text.length > errorLength) break
    }
  } finally {
    clearTimeout(deadline)
  }
  return text.slice(0, errorLength)
}

/**
 * Parses ClickHouse's errors, `Code: 60. DB::Exception: … (UNKNOWN_TABLE) (version …)`. The driver's own pattern has
 * cubic runtime.
 */
function exceptionOf(text: string, told = ''): TableError {
  const code = /^\d{1,6}$/.test(told) ? told : /\bCode: (\d{1,6})\b/.exec(text)?.[1]
  if (code === undefined) return unexpectedAnswer('ClickHouse')
  const [, words = text] = text.split('DB::Exception: ')
  const message = (words.split(' (version ')[0] ?? words).replace(/ \([A-Z_]{3,80}\)$/, '').trim()
  return new TableError(notTheQuery.includes(code) ? 'unreachable' : 'query', message)
}

/** Parses the cells of a line. A line that is no list is an error that ends the response. */
function cellsOf(line: string): unknown[] {
  if (!line.startsWith('[')) {
    throw exceptionOf(line.slice(0, errorLength))
  }
  const cells: unknown = JSON.parse(line)
  if (!Array.isArray(cells)) throw unexpectedAnswer('ClickHouse')
  return cells
}

/** Aborts an operation after `ms`. */
async function within<T>(ms: number, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const aborting = new AbortController()
  const deadline = setTimeout(() => aborting.abort(), ms)
  try {
    return await act(aborting.signal)
  } catch (error) {
    throw aborting.signal.aborted ? queryTimeoutError(ms) : error
  } finally {
    clearTimeout(deadline)
  }
}

const said = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    throw asTableError(error)
  }
}

const columnOf = (name: string, type: string): Column => {
  const bare = type.replaceAll(/(?:Nullable|LowCardinality)\(/g, '')
  const kind = /^Date/.test(bare)
    ? 'time'
    : /^(?:U?Int|Float|Decimal)/.test(bare)
      ? 'number'
      : /^Bool/.test(bare)
        ? 'boolean'
        : /^(?:String|FixedString|UUID|Enum)/.test(bare)
          ? 'text'
          : 'other'
  return { name, type, kind }
}

const textsOf = (columns: readonly Column[], cells: readonly unknown[]): Row =>
  cells.map((cell, at) => {
    if (cell === null || cell === undefined) return null
    const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
    return columns[at]?.kind === 'time' ? timeText(text) : text
  })

/** Converts seconds since 1970-01-01, with an optional fraction, or a date, to milliseconds. */
const timeText = (text: string): string => {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return String(Date.parse(text))
  const [, seconds, part = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  return seconds === undefined ? '' : String(Number(seconds) * 1_000 + Number(part.padEnd(3, '0').slice(0, 3)))
}

/** ClickHouse error codes that concern the user or database instead of the query. */
const notTheQuery = ['81', '192', '193', '194', '516']

function asTableError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TableError || error.name === 'QueryError') return error
  return asUnreachable(error, 'ClickHouse')
}
