import { afterEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { warehouseDatabase } from '../../../../tests/support/warehouse-database.ts'
import { aWarehouseWorld, day, hour, minute, ordersQuery } from '../../../../tests/support/warehouse-world.ts'
import { readEventIntake } from '../events/read-event-intake.ts'
import { getWarehouse, listWarehouseReads, listWarehouses } from './list-warehouses.ts'
import { previewWarehouseQuery } from './preview-warehouse-query.ts'
import { archiveWarehouse, checkWarehouse, saveWarehouse as save } from './save-warehouse.ts'
import { archiveWarehouseQuery, requestWarehouseRead } from './save-warehouse-query.ts'

const { db } = await testDatabase(8)
const shop = await warehouseDatabase()
const ofOrders = { source: 'shop', event: 'order' }

// facts of one test must not be read in the next
afterEach(async () => {
  await db.updateTable('fact').set({ archivedAt: new Date() }).execute()
})

describe('a source', () => {
  it('is saved once it was reached, with its password sealed and shown nowhere', async () => {
    const { ctx, saveSource, source } = await aWarehouseWorld(db, shop)
    expect(await saveSource()).toMatchObject({ key: 'shop', environment: 'production', facts: [], spent: { rows: 0 } })
    const stored = JSON.stringify(await db.selectFrom('source').selectAll().execute())
    const told = JSON.stringify([await listWarehouses(ctx), await db.selectFrom('event').select('after').execute()])
    expect(stored + told).not.toContain(source.password)
    expect(await checkWarehouse(ctx, ofOrders)).toMatchObject({ ms: expect.any(Number) })
  })

  it('is refused where its role may write, with the three statements that make a proper one', async () => {
    const { ctx, saveSource } = await aWarehouseWorld(db, shop)
    const { user, password } = await shop.aReader('grant update (price) on orders to %r')
    const refusal = await refusalOf(saveSource({ user, password }))
    expect(refusal).toMatchObject({
      code: 'source/may-write',
      details: {
        rights: ['update public.orders'],
        statements: [/^create role/, /^grant usage/, /^grant select/].map((one) => expect.stringMatching(one)),
      },
    })
    expect(await listWarehouses(ctx)).toEqual([])
  })

  it('keeps its password for its own connection alone', async () => {
    const { saveSource } = await aWarehouseWorld(db, shop)
    await saveSource()
    expect(await saveSource({ password: undefined, budget: { rows: 5, minutes: 5 } })).toMatchObject({
      budget: { rows: 5 },
    })
    const other = await shop.aReader()
    const refusal = await refusalOf(saveSource({ password: undefined, user: other.user }))
    expect(refusal).toMatchObject({ code: 'request/invalid', details: { problems: [{ path: 'password' }] } })
  })

  it('cannot be reached at an address that is not allowed', async () => {
    const { ctx, source } = await aWarehouseWorld(db, shop)
    const strict = { ...ctx, allowPrivateAddresses: ['elsewhere:5432'] }
    const input = { ...source, budget: { rows: 1, minutes: 1 } }
    expect(await refusalOf(save(strict, input))).toMatchObject({ code: 'source/unreachable' })
  })

  it('is archived with its facts, and its key is free again', async () => {
    const { ctx, saveSource, saveFact, declare, read, order, kept, now } = await aWarehouseWorld(db, shop)
    await saveSource()
    await declare()
    await saveFact()
    await order('ada', now() - hour)
    await read()
    await archiveWarehouse(ctx, { source: 'shop' })
    expect(await listWarehouses(ctx)).toEqual([])
    expect(await kept()).toHaveLength(1)
    expect(await saveSource()).toMatchObject({ key: 'shop', facts: [] })
    expect(
      (await db.selectFrom('source').select('sealed').where('archivedAt', 'is not', null).execute()).at(-1)?.sealed,
    ).toBe('')
  })
})

describe('a fact', () => {
  it('declares its event where it is not declared, and is previewed before', async () => {
    const { ctx, saveSource, saveFact, order, now } = await aWarehouseWorld(db, shop)
    await saveSource()
    await order('ada', now() - hour, 12.5, 'gold')
    const preview = await previewWarehouseQuery(ctx, { source: 'shop', query: ordersQuery, exposures: false })
    expect(preview.columns.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'unit text',
      'at time',
      'value number',
      'plan text',
    ])
    expect(preview.rows).toEqual([['ada', new Date(now() - hour).toISOString(), '12.5', 'gold']])
    expect(preview).toMatchObject({ problems: [], estimate: { rows: expect.any(Number) } })
    expect(await refusalOf(saveFact())).toMatchObject({ code: 'event/not-found' })
    const declare = { name: 'Order', value: { unit: '€' }, properties: { plan: ['gold'] } }
    const saved = await saveFact({ declare })
    expect(saved.facts).toMatchObject([{ event: 'order', state: 'new', every: 'PT1H', readUntil: null }])
  })

  it.each([
    ['two statements', `${ordersQuery}; drop table orders`, /more than one statement/],
    [
      'quoted bounds',
      `select person as unit, at from orders where at::text >= '{{from}}' and at < {{to}}`,
      /only text/,
    ],
    ['no end', 'select person as unit, at from orders where at >= {{from}}', /{{to}}/],
    ['no unit', 'select at from orders where at >= {{from}} and at < {{to}}', /no column unit/],
    [
      'a time that is a text',
      'select person as unit, at::text as at from orders where at >= {{from}} and at < {{to}}',
      /at is of type text/,
    ],
    ['a value that is a text', `${ordersQuery.replace('price as', 'plan as')}`, /value is of type text/],
    ['a column that is not declared', ordersQuery.replace('plan from', 'plan as colour from'), /no property colour/],
    ['a table that is not there', ordersQuery.replace('from orders', 'from nowhere'), /does not exist/],
    [
      'a write',
      'insert into orders values (null) returning person as unit, {{from}} as at, {{to}} as b',
      /syntax error/,
    ],
  ])('is refused for %s', async (_, query, words) => {
    const { ctx, saveSource, saveFact, declare } = await aWarehouseWorld(db, shop)
    await saveSource()
    await declare()
    const refusal = await refusalOf(saveFact({ query }))
    expect(refusal).toMatchObject({ code: 'source/query', details: { problems: [{ path: 'query' }] } })
    expect(refusal.message).toMatch(words)
    expect((await getWarehouse(ctx, ofOrders)).facts).toEqual([])
  })

  it('gives an event of an environment alone', async () => {
    const { saveSource, saveFact, declare } = await aWarehouseWorld(db, shop)
    await saveSource()
    await declare()
    await saveFact()
    await saveSource({ key: 'other' })
    expect(await refusalOf(saveFact({ source: 'other' }))).toMatchObject({ code: 'fact/event-taken' })
    // editing replaces it
    expect((await saveFact({ every: 'P1D' })).facts).toMatchObject([{ every: 'P1D' }])
  })

  it('keeps rows by their words, with units as digests, and counts the others by why', async () => {
    const { ctx, saveSource, saveFact, declare, read, kept, order, now, pass } = await aWarehouseWorld(db, shop)
    await saveSource()
    await declare()
    await saveFact()
    await order('ada', now() - 3 * day, 12.5, 'gold')
    await order('ada', now() - hour, null)
    await order('', now() - hour)
    await order('bob', now() - hour, 5_000)
    await order('bob', now() - hour, 5, 'silver')
    await shop.run(`insert into orders values (null, now(), 1, null), ('x', 'infinity', 1, null)`)
    await shop.run(`insert into orders values ('bob', '${new Date(now() - hour).toISOString()}', 'NaN', null)`)
    await read()
    const rows = await kept()
    expect(rows.map(({ value, via, properties }) => [value, via, properties])).toEqual([
      [12.5, 4, { plan: 'gold' }],
      [null, 4, null],
    ])
    expect(new Set(rows.map(({ unit }) => unit)).size).toBe(1)
    expect(JSON.stringify(rows)).not.toContain('ada')
    const reads = await listWarehouseReads(ctx, ofOrders)
    const refused = new Map<string, number>()
    for (const one of reads.flatMap((each) => each.refused))
      refused.set(one.reason, (refused.get(one.reason) ?? 0) + one.count)
    expect(Object.fromEntries(refused)).toEqual({ unit: 1, value: 2, property: 1 })
    expect(reads.every(({ problem, bytes }) => problem === null && bytes > 0)).toBe(true)
    // two weeks, one day at a time
    expect(reads).toHaveLength(14)
    const arrived = async () => {
      const [of] = await readEventIntake(ctx, { event: 'order' })
      return [of?.hours.map(({ count }) => count), of?.sdks]
    }
    expect(await arrived()).toEqual([[2], ['source shop']])
    // rows that are read again are counted once
    pass(hour / 2)
    await order('ada', now() - hour)
    await requestWarehouseRead(ctx, ofOrders)
    await read()
    expect(await arrived()).toEqual([[3], ['source shop']])
  })

  it('tells why it fails, keeps what is there, and goes on by itself', async () => {
    const { ctx, saveSource, saveFact, declare, read, kept, order, now, pass } = await aWarehouseWorld(db, shop)
    await saveSource()
    await declare()
    await saveFact({ since: new Date(now() - hour).toISOString() })
    await order('ada', now() - minute)
    await read()
    await shop.run('alter table orders rename to orders_elsewhere')
    pass(hour)
    await read()
    expect((await getWarehouse(ctx, ofOrders)).facts).toMatchObject([
      { state: 'failing', problem: expect.stringMatching(/orders" does not exist/) },
    ])
    expect(await kept()).toHaveLength(1)
    expect((await listWarehouseReads(ctx, ofOrders))[0]).toMatchObject({ rows: 0, problem: expect.any(String) })
    await shop.run('alter table orders_elsewhere rename to orders')
    await read()
    expect((await getWarehouse(ctx, ofOrders)).facts).toMatchObject([{ state: 'failing' }])
    pass(2 * minute)
    await read()
    expect((await getWarehouse(ctx, ofOrders)).facts).toMatchObject([{ state: 'fine', problem: null }])
  })

  it('is read no more once its role may write', async () => {
    const { ctx, reader, saveSource, saveFact, declare, read } = await aWarehouseWorld(db, shop)
    await saveSource()
    await declare()
    await saveFact()
    await shop.run(`grant delete on orders to ${reader.user}`)
    await read()
    const { facts } = await getWarehouse(ctx, ofOrders)
    expect(facts).toMatchObject([
      { state: 'failing', readUntil: null, problem: expect.stringMatching(/may delete from/) },
    ])
  })

  it('stops where the budget of the day is used up, says so, and goes on the next day', async () => {
    const { ctx, saveSource, saveFact, declare, read, kept, order, now, pass } = await aWarehouseWorld(db, shop)
    await saveSource({ budget: { rows: 1, minutes: 60 } })
    await declare()
    await saveFact({ since: new Date(now() - 2 * day).toISOString() })
    await order('ada', now() - 2 * day)
    await order('ada', now() - hour)
    await read()
    expect(await getWarehouse(ctx, ofOrders)).toMatchObject({
      spent: { rows: 1 },
      facts: [{ state: 'budget', dueAt: '2026-11-21T00:00:00.000Z' }],
    })
    expect(await kept()).toHaveLength(1)
    pass(day)
    await read()
    expect(await kept()).toHaveLength(2)
  })

  it('is read whole again by another query', async () => {
    const { saveSource, saveFact, declare, read, kept, order, now } = await aWarehouseWorld(db, shop)
    await saveSource()
    await declare()
    await saveFact()
    await order('ada', now() - 10 * day, 7)
    await read()
    await saveFact({ query: ordersQuery.replace('price as', 'price * 2 as') })
    await read()
    expect((await kept()).map(({ value }) => value)).toEqual([14])
  })

  it('can begin earlier than it did, and not later: what was read stays', async () => {
    const { saveSource, saveFact, declare, now } = await aWarehouseWorld(db, shop)
    const since = (days: number) => saveFact({ since: new Date(now() - days * day).toISOString() })
    await saveSource()
    await declare()
    await since(2)
    expect(await refusalOf(since(1))).toMatchObject({
      code: 'request/invalid',
      details: { problems: [{ path: 'since' }] },
    })
    expect((await since(3)).facts).toMatchObject([{ since: new Date(now() - 3 * day).toISOString() }])
  })

  it('is at once due for whoever may edit it, and gone for good once it is archived', async () => {
    const { ctx, saveSource, saveFact, declare, read, kept, order, now, pass } = await aWarehouseWorld(db, shop)
    await saveSource()
    await declare()
    await saveFact()
    await read()
    await order('ada', now() - minute)
    await requestWarehouseRead(ctx, ofOrders)
    pass(1)
    await read()
    expect(await kept()).toHaveLength(1)
    await archiveWarehouseQuery(ctx, ofOrders)
    expect(await refusalOf(listWarehouseReads(ctx, ofOrders))).toMatchObject({ code: 'fact/not-found' })
    pass(day)
    await read()
    expect(await kept()).toHaveLength(1)
  })
})
