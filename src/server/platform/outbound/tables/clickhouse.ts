import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { ByteBudget } from '../byte-budget.ts'
import { readLines } from './clickhouse-lines.ts'
import { writingIn } from './clickhouse-rights.ts'
import { pinnedAddress } from './pinned-address.ts'
import { withBounds } from './placeholders.ts'
import {
  answeredTooMuch,
  answerLimits,
  asUnreachable,
  type Column,
  type Connection,
  type ReadLimits,
  type Row,
  type Rows,
  type Span,
  TableError,
  type TableSource,
  tooLong,
  tooMany,
  tooWide,
  unexpectedAnswer,
} from './table-source.ts'

/** Bytes of an HTTP answer besides its rows: headers, and the marks of its chunks. */
const httpOverheadBytes = 2 ** 20
const answerMost: Pick<ReadLimits, 'atOnce' | 'bytesAtOnce'> = {
  atOnce: answerLimits.rows,
  bytesAtOnce: answerLimits.bytes,
}
/** Characters of an error that are read. */
const errorLength = 4_000

/** A rows' form in which the first line has the names of the columns, and the second their types. */
const format = 'JSONCompactEachRowWithNamesAndTypes'

/** Numbers keep every digit, and times are seconds since 1970. */
const exact = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_quote_denormals: 1,
  date_time_output_format: 'unix_timestamp',
} as const

/**
 * Opens a connection over which nothing is written: every question is asked as one that may only read. `answerMs`: how long what is
 * asked besides rows may take.
 */
export async function openClickhouse(connection: Connection, answerMs: number): Promise<TableSource> {
  const { host, port, database, user, password, tls } = connection
  const address = await pinnedAddress(connection)
  const budget = new ByteBudget(answerLimits.bytes, answeredTooMuch)
  // a name is asked once, and the connection goes to what was checked
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
  /** The body of an answer, which is refused here if it is an error: the driver would decompress any body, and read all of an error. */
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
  const bounded = (query: string) => withBounds(query, (bound) => `{fanion_${bound}:DateTime64(3, 'UTC')}`)

  /** The rows of an answer, some at a time. */
  async function* rowsOf(
    stream: Readable,
    { ms, atOnce, bytesAtOnce }: Omit<ReadLimits, 'rows'>,
  ): AsyncGenerator<Rows> {
    let columns: Column[] | undefined
    let names: readonly string[] | undefined
    let rows: Row[] = []
    const limit = { left: bytesAtOnce, exceeded: () => tooWide(bytesAtOnce) }
    // an answer may begin in time, and never end
    const deadline = setTimeout(() => stream.destroy(tooLong(ms)), ms)
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
    budget.allow(most.bytesAtOnce + httpOverheadBytes, () => tooWide(most.bytesAtOnce))
    const found = await asked(query, answerMs, settings, span)
    for await (const rows of rowsOf(found, { ms: answerMs, ...most })) return rows
    return { columns: [], rows: [] }
  }

  // 0: it may do all that it is granted; 1: it may not even set limits; 2: it reads alone
  const level = await said(async () => (await all(`select toString(getSetting('readonly'))`)).rows[0]?.[0] ?? '0')
  if (level === '1')
    throw new TableError(
      'unreachable',
      'Its user has readonly = 1, which keeps limits from being set; give it readonly = 2.',
    )
  // where it is not of the user, it is of every question
  const only = level === '2' ? {} : { readonly: '2' }

  return {
    mayWrite: (atMost) =>
      said(async () =>
        level === '2'
          ? []
          : writingIn((await all('show grants final')).rows.map(([line]) => String(line))).slice(0, atMost),
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
        budget.allow(at.bytesAtOnce + httpOverheadBytes, () => tooWide(at.bytesAtOnce))
        for await (const some of rowsOf(await asked(bounded(query), at.ms, settings, span), at)) {
          count += some.rows.length
          if (count > most) throw tooMany(most)
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

/** An agent whose every socket is counted. */
function guarded<Agent extends http.Agent>(agent: Agent, budget: ByteBudget): Agent {
  const create = agent.createConnection.bind(agent)
  agent.createConnection = (...values) => {
    const socket = create(...values)
    return socket && budget.guard(socket)
  }
  return agent
}

/** The beginning of an error's text. */
async function errorText(stream: Readable, ms: number): Promise<string> {
  const deadline = setTimeout(() => stream.destroy(tooLong(ms)), ms)
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

/** An error in the words of ClickHouse, `Code: 60. DB::Exception: … (UNKNOWN_TABLE) (version …)`. The driver's own pattern is cubic. */
function exceptionOf(text: string, told = ''): TableError {
  const code = /^\d{1,6}$/.test(told) ? told : /\bCode: (\d{1,6})\b/.exec(text)?.[1]
  if (code === undefined) return unexpectedAnswer('ClickHouse')
  const [, words = text] = text.split('DB::Exception: ')
  const message = (words.split(' (version ')[0] ?? words).replace(/ \([A-Z_]{3,80}\)$/, '').trim()
  return new TableError(notTheQuery.includes(code) ? 'unreachable' : 'query', message)
}

/** The cells of a line; a line in their place is why the answer ends. */
function cellsOf(line: string): unknown[] {
  if (!line.startsWith('[')) {
    throw exceptionOf(line.slice(0, errorLength))
  }
  const cells: unknown = JSON.parse(line)
  if (!Array.isArray(cells)) throw unexpectedAnswer('ClickHouse')
  return cells
}

/** Ends what takes longer. */
async function within<T>(ms: number, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const aborting = new AbortController()
  const deadline = setTimeout(() => aborting.abort(), ms)
  try {
    return await act(aborting.signal)
  } catch (error) {
    throw aborting.signal.aborted ? tooLong(ms) : error
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

/** Of seconds since 1970, perhaps with a fraction, or of a day alone. */
const timeText = (text: string): string => {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return String(Date.parse(text))
  const [, seconds, part = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  return seconds === undefined ? '' : String(Number(seconds) * 1_000 + Number(part.padEnd(3, '0').slice(0, 3)))
}

/** Codes of ClickHouse by which it is not the query that is wrong: who asks, and where. */
const notTheQuery = ['81', '192', '193', '194', '516']

function asTableError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TableError || error.name === 'QueryError') return error
  return asUnreachable(error, 'ClickHouse')
}
