import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { warehouseDatabase } from '../../../../../tests/support/warehouse-database.ts'
import { openPostgresql } from './postgresql.ts'
import type { Connection, Rows, TableSource } from './table-source.ts'

const { run, aReader, database } = await warehouseDatabase()
await run(`
  create table orders (id bigint primary key, person text, at timestamptz, price numeric, paid boolean);
  create schema hidden; create table hidden.secrets (words text);
  create sequence numbers; create schema other; create table other.things (id int, name text);
  create view public.seen as select * from orders;
  insert into orders select n, 'p' || n, timestamptz '2026-06-10 00:00Z' + n * interval '1 second', n / 10.0, n % 2 = 0
  from generate_series(0, 24999) as n`)

const span = { from: new Date('2026-06-10T00:00:00Z'), to: new Date('2026-06-11T00:00:00Z') }
const limits = { rows: 50_000, ms: 20_000, atOnce: 10_000, bytesAtOnce: 2 ** 20 }
const some = (atOnce: number) => ({ atOnce, bytesAtOnce: 2 ** 20 })
const query = 'select person as unit, at, price as value from orders where at >= {{from}} and at < {{to}} order by id'

const all = async (source: TableSource, text: string, more: object = {}): Promise<Rows> => {
  let columns: Rows['columns'] = []
  const rows: Rows['rows'][number][] = []
  for await (const some of source.read(text, span, { ...limits, ...more })) {
    columns = some.columns
    rows.push(...some.rows)
  }
  return { columns, rows }
}
const opened: TableSource[] = []
const open = async (connection: Connection) => {
  const source = await openPostgresql(connection, 15_000)
  opened.push(source)
  return source
}
afterAll(() => Promise.all(opened.map((source) => source.close())))

describe('a role that only reads', () => {
  let connection: Connection
  let source: TableSource
  beforeAll(async () => {
    connection = await aReader()
    source = await open(connection)
  })

  it('is found to write nothing', async () => {
    expect(await source.mayWrite(5)).toEqual([])
  })

  it('reads every row once, by a cursor, with times as milliseconds', async () => {
    const { columns, rows } = await all(source, query)
    expect(columns).toEqual([
      { name: 'unit', type: 'text', kind: 'text' },
      { name: 'at', type: 'timestamp with time zone', kind: 'time' },
      { name: 'value', type: 'numeric', kind: 'number' },
    ])
    expect(rows).toHaveLength(25_000)
    expect(rows[1]).toEqual(['p1', String(span.from.getTime() + 1_000), '0.10000000000000000000'])
    expect(new Set(rows.map(([unit]) => unit)).size).toBe(25_000)
    expect(source.bytes()).toBeGreaterThan(25_000 * 10)
  })

  it('binds the bounds: a slice is what was asked for', async () => {
    const narrow = { from: new Date('2026-06-10T01:00:00Z'), to: new Date('2026-06-10T01:00:10Z') }
    const { rows } = await source.first(query, narrow, some(100))
    expect(rows.map(([unit]) => unit)).toEqual(Array.from({ length: 10 }, (_, n) => `p${3_600 + n}`))
  })

  it('tells what the database expects', async () => {
    expect((await source.estimate(query, span))?.cost).toBeGreaterThan(0)
  })

  it('reads times without a zone as UTC, days, and times that are none', async () => {
    const { rows } = await source.first(
      `select at::timestamp, at::date, 'infinity'::timestamptz, null::timestamptz from orders
       where at >= {{from}} and at < {{to}} order by id limit 1`,
      span,
      some(1),
    )
    expect(rows).toEqual([[String(span.from.getTime()), String(span.from.getTime()), '', null]])
  })

  it.each([
    [
      'an insert',
      `with w as (insert into orders values (-1) returning *) select * from w where at > {{from}} or at < {{to}}`,
    ],
    ['a second statement', `${query}; delete from orders`],
    ['a table it may not see', 'select words from hidden.secrets where now() > {{from}} and now() > {{to}}'],
    ['a function that writes', `select nextval('numbers') where now() > {{from}} and now() > {{to}}`],
    ['no query', 'drop table orders -- {{from}} {{to}}'],
    ['what is no SQL', 'select from where {{from}} {{to}}'],
  ])('is refused %s', async (_, text) => {
    await expect(all(source, text)).rejects.toMatchObject({ name: expect.stringMatching(/^(Table|Query)Error$/) })
    // The connection stays usable.
    expect((await source.first(query, span, some(1))).rows).toHaveLength(1)
  })

  it('leaves nothing behind of what a statement could do', async () => {
    await all(
      source,
      `select set_config('default_transaction_read_only', 'off', false) where now() > {{from}} or now() < {{to}}`,
    )
    const [{ rows }] = [
      await source.first(
        'select current_setting($$default_transaction_read_only$$) where {{from}} < {{to}}',
        span,
        some(1),
      ),
    ]
    expect(rows).toEqual([['off']])
    await expect(all(source, `select nextval('numbers') where {{from}} < {{to}}`)).rejects.toMatchObject({
      reason: 'query',
    })
  })

  it('ends a read of too many rows, of rows that are too wide, and of one that takes too long', async () => {
    await expect(all(source, query, { rows: 24_999 })).rejects.toThrow(/more than 24,999 rows/)
    const wide = `select repeat('x', 100_000) as unit from orders where at >= {{from}} and at < {{to}} limit`
    for (const count of [11, 5_000])
      await expect(all(await open(connection), `${wide} ${count}`)).rejects.toThrow(/too wide: 1 MiB/)
    await expect((await open(connection)).first(`${wide} 11`, span, some(11))).rejects.toThrow(/too wide/)
    expect((await all(source, `${wide} 10`)).rows).toHaveLength(10)
    const slow = await open(connection)
    const wait = 'select pg_sleep(20)::text where {{from}} < {{to}}'
    await expect(all(slow, wait, { ms: 300 })).rejects.toThrow(/timeout|longer/)
  })
})

describe('a role that may write', () => {
  it.each<[string, string[], string]>([
    ['is a superuser', ['alter role %r superuser'], 'do everything'],
    ['makes databases', ['alter role %r createdb'], 'create databases'],
    ['makes roles', ['alter role %r createrole'], 'create roles'],
    ['replicates', ['alter role %r replication'], 'replicate'],
    ['inserts', ['grant insert on orders to %r'], 'insert into public.orders'],
    ['updates', ['grant update on orders to %r'], 'update public.orders'],
    ['updates one column', ['grant update (price) on orders to %r'], 'update public.orders'],
    ['inserts one column', ['grant insert (id) on other.things to %r'], 'insert into other.things'],
    ['deletes, elsewhere', ['grant delete on other.things to %r'], 'delete from other.things'],
    ['empties', ['grant truncate on orders to %r'], 'empty public.orders'],
    ['puts triggers', ['grant trigger on orders to %r'], 'put triggers on public.orders'],
    ['writes through a view', ['grant insert on seen to %r'], 'insert into public.seen'],
    ['owns a table', ['create table owned_%r (id int)', 'alter table owned_%r owner to %r'], 'which it owns'],
    ['may make tables', ['grant create on schema other to %r'], 'create tables in the schema other'],
    ['may make schemas', [`grant create on database ${database} to %r`], 'create schemas'],
    ['draws numbers', ['grant usage on sequence numbers to %r'], 'draw numbers from public.numbers'],
    ['may by a group', ['grant pg_write_all_data to %r'], 'write into every table'],
    [
      'may by a group that it does not inherit',
      ['grant pg_write_all_data to %r with inherit false'],
      'write into every table',
    ],
    ['runs programs', ['grant pg_execute_server_program to %r'], 'run programs'],
    [
      'owns a function',
      ['create function %r() returns int language sql as $$ select 1 $$', 'alter function %r() owner to %r'],
      'which it owns',
    ],
  ])('%s: it is told', async (_, statements, what) => {
    const source = await open(await aReader(...statements))
    expect((await source.mayWrite(5)).join('; ')).toContain(what)
  })

  it('by what everybody may: it is told, too', async () => {
    const source = await open(await aReader())
    await run('grant insert on other.things to public')
    expect(await source.mayWrite(5)).toEqual(['insert into other.things'])
    await run('revoke insert on other.things from public')
  })
})

describe('a database that cannot be reached', () => {
  it.each([
    ['another password', { password: 'wrong' }, /password/],
    ['another database', { database: 'nowhere_at_all' }, /does not exist/],
    ['no encryption where it is asked for', { tls: 'verify' as const }, /SSL/],
    ['nobody at the port', { port: 1 }, /ECONNREFUSED/],
    ['a loopback address', { allowPrivate: false }, /isn’t a public address.*FANION_ALLOW_HOSTS/],
    [
      'the metadata of a cloud',
      { host: '169.254.169.254', allowPrivate: ['db.internal:5432'] },
      /isn’t a public address/,
    ],
    ['no such name', { host: 'nothing.invalid' }, /no host/],
  ])('is told as such: %s', async (_, more, words) => {
    const connection = await aReader()
    await expect(openPostgresql({ ...connection, ...more }, 15_000)).rejects.toMatchObject({
      reason: 'unreachable',
      message: expect.stringMatching(words),
    })
  })

  it('because it accepts and never answers', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const address = silent.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const opening = openPostgresql({ ...(await aReader()), port }, 200)
    await expect(opening).rejects.toMatchObject({ reason: 'unreachable' })
    silent.close()
  })

  it('but may be at a single address that is allowed', async () => {
    const connection = await aReader()
    const source = await open({ ...connection, allowPrivate: [`${connection.host}:${connection.port}`] })
    expect(await source.mayWrite(1)).toEqual([])
  })
})
