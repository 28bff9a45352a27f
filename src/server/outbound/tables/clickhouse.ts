import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type ClickHouseClient, ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { writingIn } from './clickhouse-rights.ts'
import { pinnedAddress } from './pinned-address.ts'
import { withBounds } from './placeholders.ts'
import {
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
} from './table-source.ts'

/** What is asked of the database itself has so many bytes at most. */
const saidBytes = 2 ** 20

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
  // a name is asked once, and the connection goes to what was checked
  const agent = {
    lookup: ((_, options, done) =>
      options.all ? done(null, [{ address, family }]) : done(null, address, family)) as LookupFunction,
    keepAlive: true,
    maxSockets: 1,
  }
  const family = isIP(address)
  const client = createClient({
    url: `${tls === 'off' ? 'http' : 'https'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
    ...{ username: user, password, database, application: 'fanion-source' },
    http_agent:
      tls === 'off' ? new http.Agent(agent) : new https.Agent({ ...agent, rejectUnauthorized: tls === 'verify' }),
    request_timeout: answerMs + 1_000,
    log: { level: ClickHouseLogLevel.OFF },
  })
  let bytes = 0
  const asked = (query: string, ms: number, settings: object, span?: Span) =>
    within(ms, (signal) =>
      client.query({
        ...{ query, format, abort_signal: signal },
        ...(span && { query_params: { fanion_from: span.from, fanion_to: span.to } }),
        clickhouse_settings: { ...exact, max_execution_time: Math.ceil(ms / 1_000), ...settings },
      }),
    )
  const bounded = (query: string) => withBounds(query, (bound) => `{fanion_${bound}:DateTime64(3, 'UTC')}`)

  /** The rows of an answer, some at a time. */
  async function* rowsOf(
    found: Awaited<ReturnType<typeof asked>>,
    { ms, atOnce, bytesAtOnce }: Omit<ReadLimits, 'rows'>,
  ): AsyncGenerator<Rows> {
    let columns: Column[] | undefined
    let names: readonly string[] | undefined
    let rows: Row[] = []
    let held = 0
    const stream = found.stream<unknown[]>()
    // an answer may begin in time, and never end
    const deadline = setTimeout(() => stream.destroy(tooLong(ms)), ms)
    stream.once('close', () => clearTimeout(deadline))
    for await (const lines of stream)
      for (const line of lines) {
        bytes += line.text.length
        held += line.text.length
        if (held > bytesAtOnce) throw tooWide(bytesAtOnce)
        const cells = line.json<unknown[]>()
        if (names === undefined) names = cells.map(String)
        else if (columns === undefined) columns = names.map((name, at) => columnOf(name, String(cells[at])))
        else rows.push(textsOf(columns, cells))
        if (rows.length >= atOnce && columns !== undefined) {
          yield { columns, rows }
          rows = []
          held = 0
        }
      }
    yield { columns: columns ?? [], rows }
  }
  const all = async (query: string, settings: object = {}, span?: Span, bytesAtOnce = saidBytes): Promise<Rows> => {
    const found = await asked(query, answerMs, settings, span)
    for await (const rows of rowsOf(found, { ms: answerMs, atOnce: Number.POSITIVE_INFINITY, bytesAtOnce })) return rows
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
    mayWrite: (atMost) => said(async () => (level === '2' ? [] : await rightsOf(client, atMost))),
    first: (query, span, { atOnce, bytesAtOnce }) =>
      said(async () => {
        const { columns, rows } = await all(bounded(query), { ...only, limit: atOnce }, span, bytesAtOnce)
        return { columns, rows: rows.slice(0, atOnce) }
      }),
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
        for await (const some of rowsOf(await asked(bounded(query), at.ms, settings, span), at)) {
          count += some.rows.length
          if (count > most) throw tooMany(most)
          yield some
        }
      } catch (error) {
        throw asTableError(error)
      }
    },
    bytes: () => bytes,
    close: () => client.close(),
  }
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

/** What a user, with its roles, is granted besides reading. */
async function rightsOf(client: ClickHouseClient, atMost: number): Promise<string[]> {
  const found = await client.query({ query: 'show grants final', format: 'TabSeparatedRaw' })
  return writingIn((await found.text()).split('\n')).slice(0, atMost)
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
  if (error instanceof ClickHouseError && !notTheQuery.includes(error.code))
    return new TableError('query', error.message, { cause: error })
  return new TableError('unreachable', error.message, { cause: error })
}
