import { Socket } from 'node:net'
import pg from 'pg'
import { z } from 'zod'
import { ByteBudget } from '../byte-budget.ts'
import { pinnedAddress } from './pinned-address.ts'
import { withBounds } from './placeholders.ts'
import { checkFrames } from './postgresql-frames.ts'
import { mayWrite } from './postgresql-rights.ts'
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
} from './table-source.ts'

/** A plan, as `explain (format json)` answers. */
const Plan = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number(), 'Total Cost': z.number() }) })])

/** What columns of these types are; of any other they are `other`. */
const kinds: Readonly<Record<number, Column['kind']>> = {
  16: 'boolean',
  ...{ 20: 'number', 21: 'number', 23: 'number', 700: 'number', 701: 'number', 1700: 'number' },
  ...{ 1082: 'time', 1114: 'time', 1184: 'time' },
  ...{ 19: 'text', 25: 'text', 1042: 'text', 1043: 'text', 2950: 'text' },
}

/**
 * Opens a connection over which nothing is written: every question is asked in a transaction that only reads and is taken back.
 * `answerMs`: how long the connection, and what is asked besides rows, may take.
 */
export async function openPostgresql(connection: Connection, answerMs: number): Promise<TableSource> {
  const { host, port, database, user, password, tls } = connection
  const socket = new Socket()
  const client = new pg.Client({
    ...{ host: await pinnedAddress(connection), port, database, user, password },
    stream: () => socket,
    // the certificate is of the name, not of the address that it was found at
    ssl: tls === 'off' ? false : { servername: host, rejectUnauthorized: tls === 'verify' },
    application_name: 'fanion-source',
    connectionTimeoutMillis: answerMs,
    keepAlive: true,
  })
  const budget = new ByteBudget(answerLimits.bytes, answeredTooMuch)
  const frames = { rows: answerLimits.rows, bytes: () => budget.left, tooMuch: answeredTooMuch }
  /** Sets what the next answer may bring. */
  const allow = (limits: { readonly bytes: number; readonly rows: number }, tooMuch = answeredTooMuch) => {
    budget.allow(limits.bytes, tooMuch)
    Object.assign(frames, { rows: limits.rows, tooMuch })
  }
  // over TLS the frames are on another stream than the first byte
  if (tls === 'off') budget.guard(socket, checkFrames(frames))
  else client.connection.once('sslconnect', () => budget.guard(client.connection.stream, checkFrames(frames)))
  // one that breaks between two questions refuses the next
  client.on('error', () => undefined)
  // milliseconds within which all of what goes on now has to come
  const within = async <T>(ms: number, act: () => Promise<T>): Promise<T> => {
    const deadline = setTimeout(() => socket.destroy(tooLong(ms)), ms)
    try {
      return await act()
    } catch (error) {
      throw asTableError(error)
    } finally {
      clearTimeout(deadline)
    }
  }
  await within(answerMs + 1_000, () => client.connect())

  const begin = async (statementMs: number) => {
    allow(answerLimits)
    await client.query('begin isolation level repeatable read, read only')
    await client.query(
      `select set_config(name, value, true) from unnest($1::text[], $2::text[]) as setting (name, value)`,
      [
        [
          'statement_timeout',
          'lock_timeout',
          'idle_in_transaction_session_timeout',
          'timezone',
          'datestyle',
          'bytea_output',
        ],
        [String(statementMs), '5000', '600000', 'UTC', 'ISO, MDY', 'hex'],
      ],
    )
  }
  /** Within one transaction that is taken back, whatever was asked. */
  const reading = async <T>(ms: number, act: () => Promise<T>): Promise<T> =>
    within(ms, async () => {
      await begin(ms)
      try {
        return await act()
      } finally {
        await client.query('rollback').catch(() => undefined)
      }
    })
  const asked = async (text: string, values: readonly unknown[]) => {
    const result = await client.query({
      text,
      values: [...values],
      rowMode: 'array',
      types: { getTypeParser: () => asText },
    })
    // what is asked for are rows of texts
    return { fields: result.fields, rows: result.rows as unknown as Row[] }
  }
  const bounded = (query: string) =>
    withBounds(query, (bound) => (bound === 'from' ? '$1::timestamptz' : '$2::timestamptz'))
  const values = ({ from, to }: Span) => [from.toISOString(), to.toISOString()]
  const declare = (query: string, span: Span) =>
    client.query({ text: `declare fact no scroll cursor for ${bounded(query)}`, values: values(span) })
  const types = new Map<number, string>()
  const columnsOf = async (fields: readonly pg.FieldDef[]): Promise<Column[]> => {
    const unknown = [...new Set(fields.map(({ dataTypeID }) => dataTypeID).filter((id) => !types.has(id)))]
    if (unknown.length > 0) {
      const { rows } = await client.query<{ id: number; name: string }>(
        'select id::int, format_type(id, null) as name from unnest($1::oid[]) as id',
        [unknown],
      )
      for (const { id, name } of rows) types.set(id, name)
    }
    return fields.map(({ name, dataTypeID }) => ({
      ...{ name, type: types.get(dataTypeID) ?? String(dataTypeID), kind: kinds[dataTypeID] ?? 'other' },
    }))
  }
  /** Some rows, unless they are so wide that they would fill the memory: the connection ends then. */
  const fetched = async ({ atOnce, bytesAtOnce }: Pick<ReadLimits, 'atOnce' | 'bytesAtOnce'>): Promise<Rows> => {
    allow({ bytes: bytesAtOnce, rows: atOnce }, () => tooWide(bytesAtOnce))
    const { fields, rows } = await asked(`fetch ${atOnce} from fact`, [])
    allow(answerLimits)
    const columns = await columnsOf(fields)
    return { columns, rows: plainRows(columns, rows) }
  }

  return {
    mayWrite: (atMost) => reading(answerMs, () => mayWrite(client, atMost)),
    first: (query, span, most) =>
      reading(answerMs, async () => {
        await declare(query, span)
        return fetched(most)
      }),
    estimate: (query, span) =>
      reading(answerMs, async () => {
        const { rows } = await asked(`explain (format json) ${bounded(query)}`, values(span))
        const [top] = Plan.parse(JSON.parse(rows[0]?.[0] ?? 'null'))
        return { rows: top.Plan['Plan Rows'], cost: top.Plan['Total Cost'] }
      }),
    read: async function* (query, span, { rows: most, ms, ...some }) {
      const deadline = setTimeout(() => socket.destroy(tooLong(ms)), ms)
      try {
        await begin(ms)
        await declare(query, span)
        for (let count = 0; ; ) {
          const found = await fetched(some)
          count += found.rows.length
          if (count > most) throw tooMany(most)
          yield found
          if (found.rows.length < some.atOnce) return
        }
      } catch (error) {
        throw asTableError(error)
      } finally {
        clearTimeout(deadline)
        if (!client.connection.stream.destroyed) await client.query('rollback').catch(() => undefined)
      }
    },
    bytes: () => budget.total,
    close: async () => {
      await client.end().catch(() => undefined)
      socket.destroy()
    },
  }
}

const asText = (value: string | Buffer): string => value.toString()

/** Times as milliseconds, where one that is none, such as infinity, is empty; booleans as words. */
const plainRows = (columns: readonly Column[], rows: readonly Row[]): readonly Row[] => {
  const put = columns.map(({ kind }) => (kind === 'time' ? timeText : kind === 'boolean' ? booleanText : null))
  if (put.every((one) => one === null)) return rows
  return rows.map((row) => row.map((value, at) => (value === null ? null : (put[at]?.(value) ?? value))))
}

const booleanText = (text: string): string => (text === 't' ? 'true' : 'false')

/** Of `2026-06-10 12:00:00.123456+00`, the same without a zone, which is UTC, and a day alone. */
const timeText = (text: string): string => {
  const parts = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d(?:\.\d+)?)(?:\+00)?)?$/.exec(text)
  const ms = parts === null ? Number.NaN : Date.parse(`${parts[1]}T${parts[2] ?? '00:00:00'}Z`)
  return Number.isNaN(ms) ? '' : String(ms)
}

/** Codes of PostgreSQL by which it is not the query that is wrong: who asks, and a server that goes away. */
const notTheQuery = /^(?:08|28|3D|53|57P)/

function asTableError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TableError || error.name === 'QueryError') return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof pg.DatabaseError && !notTheQuery.test(code)) {
    const place = error.position === undefined ? '' : ` (at character ${error.position} of what is asked)`
    return new TableError('query', `${error.message}${place}`, { cause: error })
  }
  if (error.message === 'timeout expired')
    return new TableError('unreachable', 'It did not answer in time.', { cause: error })
  return asUnreachable(error, 'PostgreSQL')
}
