import { Socket } from 'node:net'
import pg from 'pg'
import { z } from 'zod'
import { ByteBudget } from '../byte-budget.ts'
import { guardPostgresql } from './guard-postgresql.ts'
import { pinnedAddress } from './pinned-address.ts'
import { fillBounds } from './placeholders.ts'
import { checkFrames } from './postgresql-frames.ts'
import { listWriteRights } from './postgresql-rights.ts'
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
} from './table-source.ts'

/** The result of `explain (format json)`. */
const Plan = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number(), 'Total Cost': z.number() }) })])

/** Kinds of column types by their OID. All other types are `other`. */
const kinds: Readonly<Record<number, Column['kind']>> = {
  16: 'boolean',
  ...{ 20: 'number', 21: 'number', 23: 'number', 700: 'number', 701: 'number', 1700: 'number' },
  ...{ 1082: 'time', 1114: 'time', 1184: 'time' },
  ...{ 19: 'text', 25: 'text', 1042: 'text', 1043: 'text', 2950: 'text' },
}

/**
 * Opens a connection that runs every query in a read-only transaction and rolls it back. `answerMs` is the timeout of
 * connecting and of everything except rows.
 */
export async function openPostgresql(connection: Connection, answerMs: number): Promise<TableSource> {
  const { host, port, database, user, password, tls } = connection
  const socket = new Socket()
  const client = new pg.Client({
    ...{ host: await pinnedAddress(connection), port, database, user, password },
    stream: () => socket,
    // The certificate is checked against the name, not the resolved address.
    ssl: tls === 'off' ? false : { servername: host, rejectUnauthorized: tls === 'verify' },
    application_name: 'fanion-source',
    connectionTimeoutMillis: answerMs,
    keepAlive: true,
  })
  const budget = new ByteBudget(answerLimits.bytes, responseTooLargeError)
  const frames = { rows: answerLimits.rows, bytes: () => budget.left, tooMuch: responseTooLargeError }
  /** Sets the limits of the next response. */
  const allow = (limits: { readonly bytes: number; readonly rows: number }, tooMuch = responseTooLargeError) => {
    budget.allow(limits.bytes, tooMuch)
    Object.assign(frames, { rows: limits.rows, tooMuch })
  }
  guardPostgresql(client, budget, tls !== 'off', checkFrames(frames))
  // If the connection breaks between two queries, the next one fails.
  client.on('error', () => undefined)
  // Destroys the connection if the operation takes longer than `ms`.
  const within = async <T>(ms: number, act: () => Promise<T>): Promise<T> => {
    const deadline = setTimeout(() => socket.destroy(queryTimeoutError(ms)), ms)
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
  /** Runs queries in one transaction that is always rolled back. */
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
    // Safe cast: the query requests rows as arrays of text.
    return { fields: result.fields, rows: result.rows as unknown as Row[] }
  }
  const bounded = (query: string) =>
    fillBounds(query, (bound) => (bound === 'from' ? '$1::timestamptz' : '$2::timestamptz'))
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
  /** Fetches rows. If they are so wide that they would fill memory, the connection is closed. */
  const fetched = async ({ atOnce, bytesAtOnce }: Pick<ReadLimits, 'atOnce' | 'bytesAtOnce'>): Promise<Rows> => {
    allow({ bytes: bytesAtOnce, rows: atOnce }, () => rowsTooWideError(bytesAtOnce))
    const { fields, rows } = await asked(`fetch ${atOnce} from fact`, [])
    allow(answerLimits)
    const columns = await columnsOf(fields)
    return { columns, rows: plainRows(columns, rows) }
  }

  return {
    mayWrite: (atMost) => reading(answerMs, () => listWriteRights(client, atMost)),
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
      const deadline = setTimeout(() => socket.destroy(queryTimeoutError(ms)), ms)
      try {
        await begin(ms)
        await declare(query, span)
        for (let count = 0; ; ) {
          const found = await fetched(some)
          count += found.rows.length
          if (count > most) throw tooManyRowsError(most)
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

/** Converts times to milliseconds, or to empty text if they are not finite, and booleans to words. */
const plainRows = (columns: readonly Column[], rows: readonly Row[]): readonly Row[] => {
  const put = columns.map(({ kind }) => (kind === 'time' ? timeText : kind === 'boolean' ? booleanText : null))
  if (put.every((one) => one === null)) return rows
  return rows.map((row) => row.map((value, at) => (value === null ? null : (put[at]?.(value) ?? value))))
}

const booleanText = (text: string): string => (text === 't' ? 'true' : 'false')

/** Parses `2026-06-10 12:00:00.123456+00`, the same without a zone (UTC), or a date. */
const timeText = (text: string): string => {
  const parts = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d(?:\.\d+)?)(?:\+00)?)?$/.exec(text)
  const ms = parts === null ? Number.NaN : Date.parse(`${parts[1]}T${parts[2] ?? '00:00:00'}Z`)
  return Number.isNaN(ms) ? '' : String(ms)
}

/** PostgreSQL error codes that concern the user or a server going away instead of the query. */
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
