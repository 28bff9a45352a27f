import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chdbModules, startClickHouse } from '../../../../../tests/support/clickhouse.ts'
import { connect } from '../../event-store/clickhouse/connect.ts'
import { openClickhouse } from './clickhouse.ts'
import type { Connection, Rows, TableSource } from './table-source.ts'

const modules = await chdbModules()
const span = { from: new Date('2026-06-10T00:00:00Z'), to: new Date('2026-06-11T00:00:00Z') }
const limits = { rows: 50_000, ms: 20_000, atOnce: 10_000, bytesAtOnce: 2 ** 20 }
const some = (atOnce: number) => ({ atOnce, bytesAtOnce: 2 ** 20 })
const query =
  'select person as unit, at, price as value, paid from fanion.orders where at >= {{from}} and at < {{to}} order by id'

describe.skipIf(modules === null)('a database of ClickHouse', () => {
  let connection: Connection
  let source: TableSource
  const all = async (text: string, more: object = {}): Promise<Rows> => {
    const rows: Rows['rows'][number][] = []
    let columns: Rows['columns'] = []
    for await (const some of source.read(text, span, { ...limits, ...more })) {
      columns = some.columns
      rows.push(...some.rows)
    }
    return { columns, rows }
  }
  beforeAll(async () => {
    const server = modules === null ? null : await startClickHouse(modules)
    const url = new URL(server?.url() ?? 'clickhouse://127.0.0.1:1')
    connection = {
      ...{ host: url.hostname, port: Number(url.port), database: 'fanion', user: 'default', password: '' },
      ...{ tls: 'off', allowPrivate: true },
    }
    const admin = connect(url.href)
    await admin.command(`create table fanion.orders (id UInt64, person LowCardinality(String), at DateTime64(3, 'UTC'),
      price Nullable(Decimal(18, 2)), paid Bool) engine = MergeTree order by id`)
    await admin.command(`insert into fanion.orders select number, 'p' || toString(number % 9),
      fromUnixTimestamp64Milli(toInt64(1781049600000 + number * 100), 'UTC'), if(number = 1, null, number / 100), number % 2 = 0
      from numbers(25000)`)
    await admin.close()
    source = await openClickhouse(connection, 15_000)
  })
  afterAll(() => source?.close())

  it('is read whole, some rows at a time, with bounds that are parameters', async () => {
    const { columns, rows } = await all(query)
    expect(columns.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'unit text',
      'at time',
      'value number',
      'paid boolean',
    ])
    expect(rows).toHaveLength(25_000)
    expect(rows[1]).toEqual(['p1', String(span.from.getTime() + 100), null, 'false'])
    expect(rows[7]).toEqual(['p7', String(span.from.getTime() + 700), '0.07', 'false'])
    expect(source.bytes()).toBeGreaterThan(25_000 * 10)
    const narrow = { from: new Date('2026-06-10T00:00:01Z'), to: new Date('2026-06-10T00:00:02Z') }
    expect((await source.first(query, narrow, some(100))).rows).toHaveLength(10)
    expect((await source.first(query, span, some(3))).rows).toHaveLength(3)
  })

  it('keeps every digit of a large number', async () => {
    const { rows } = await source.first('select 18446744073709551615 as unit where {{from}} < {{to}}', span, some(1))
    expect(rows).toEqual([['18446744073709551615']])
  })

  it.each([
    ['a second statement', `${query}; drop table fanion.orders`],
    ['what is no query', 'insert into fanion.orders (id) select 1 where {{from}} < {{to}}'],
    ['a table that is not there', 'select 1 from fanion.nowhere where {{from}} < {{to}}'],
    ['a bound in quotes', `select '{{from}}' where {{from}} < {{to}}`],
  ])('is not asked %s', async (_, text) => {
    await expect(all(text)).rejects.toMatchObject({ name: expect.stringMatching(/^(Table|Query)Error$/) })
    expect((await all('select count() from fanion.orders where {{from}} < {{to}}')).rows).toEqual([['25000']])
  })

  it('ends a read of rows that are too wide', async () => {
    const wide = `select repeat('x', 100000) as unit from fanion.orders where at >= {{from}} and at < {{to}} limit`
    await expect(all(`${wide} 50`)).rejects.toThrow(/too wide: 1 MiB/)
    await expect(source.first(`${wide} 11`, span, some(11))).rejects.toThrow(/too wide/)
    expect((await all(`${wide} 10`)).rows).toHaveLength(10)
  })

  it('ends a read of too many rows', async () => {
    await expect(all(query, { rows: 24_999 })).rejects.toMatchObject({ reason: 'query' })
  })

  it('is told what a user may write', async () => {
    expect((await source.mayWrite(5)).length).toBeGreaterThan(0)
  })

  it.each([
    ['nobody at the port', { port: 1 }],
    ['an address that is not allowed', { allowPrivate: false }],
    ['the metadata of a cloud', { host: '169.254.169.254', allowPrivate: [] }],
  ])('is not reached: %s', async (_, more) => {
    await expect(openClickhouse({ ...connection, ...more }, 2_000)).rejects.toMatchObject({ reason: 'unreachable' })
  })
})

describe('what answers as a database of ClickHouse', () => {
  it.each([
    ['and never ends', '["a"]\n'],
    ['and ends no line', 'x'],
  ])('%s: it is told that it took too long', async (_, part) => {
    const endless = createServer((_request, response) => {
      const timer = setInterval(() => response.write(part), 5)
      response.once('close', () => clearInterval(timer))
    })
    await new Promise<void>((done) => endless.listen(0, '127.0.0.1', done))
    const address = endless.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const connection = { host: '127.0.0.1', port, database: 'd', user: 'u', password: '', allowPrivate: true }
    await expect(openClickhouse({ ...connection, tls: 'off' }, 300)).rejects.toMatchObject({
      message: expect.stringMatching(/longer than/),
    })
    endless.close()
  })
})
