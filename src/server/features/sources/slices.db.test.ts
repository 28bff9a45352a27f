import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { contextOf } from '../../../../tests/support/people.ts'
import { sourceStores } from '../../../../tests/support/source-stores.ts'
import { warehouseDatabase } from '../../../../tests/support/warehouse-database.ts'
import { aWarehouseWorld, day, hour, minute, ordersQuery } from '../../../../tests/support/warehouse-world.ts'
import type { EventStore } from '../../platform/event-store/store.ts'
import type { SliceRow } from '../../platform/event-store/warehouse-data-store.ts'
import { measureKeyOf } from '../usage/measured-queries.ts'
import { freshness } from './freshness.ts'
import { readDueSlices } from './read-due-slices.ts'
import { archiveWarehouseQuery, requestWarehouseRead } from './save-warehouse-query.ts'

const { db } = await testDatabase(8)
const shop = await warehouseDatabase()
const ofOrders = { source: 'shop', event: 'order' }

const stores = await sourceStores(db)

type World = Awaited<ReturnType<typeof aWarehouseWorld>>

/** Archives the facts of earlier tests, so that they are not read. */
const readNoMore = () => db.updateTable('fact').set({ archivedAt: new Date() }).execute()

describe.each(stores)('slices in $name', ({ isThere, measure, kept, exposed }) => {
  describe('a server that was overtaken', () => {
    it.skipIf(!isThere)('keeps nothing of what it read: another one has read since', async () => {
      const world = await aWarehouseWorld(db, shop, measure)
      const { saveSource, saveFact, declare, order, now } = world
      await saveSource()
      await declare()
      await saveFact({ since: new Date(now() - hour).toISOString() })
      await overtaken(world, () => order('ada', now() - minute))
      expect(await kept(world)).toHaveLength(1)
    })
  })

  describe('whatever happens between', () => {
    it.skipIf(!isThere)('what is kept in the end is what one read of the whole gives', async () => {
      const lookBack = 6 * hour
      const happening = fc.oneof(
        fc.record({
          what: fc.constant('order' as const),
          late: fc.integer({ min: 0, max: lookBack }),
          price: fc.integer({ min: 0, max: 9 }),
          count: fc.integer({ min: 1, max: 3 }),
        }),
        fc.record({
          what: fc.constant('pass' as const),
          ms: fc.constantFrom(minute, 20 * minute, hour, 5 * hour, 30 * hour),
        }),
        fc.record({
          what: fc.constantFrom('read' as const, 'killed' as const, 'again' as const, 'overtaken' as const),
        }),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(happening, { minLength: 4, maxLength: 14 }), async (all) => {
          await readNoMore()
          const world = await aWarehouseWorld(db, shop, measure)
          const { ctx, order, now, pass, read } = world
          await world.saveSource()
          await world.declare()
          const since = now() - 2 * day
          await world.saveFact({ since: new Date(since).toISOString() })
          for (const one of all) {
            if (one.what === 'order')
              for (let n = 0; n < one.count; n += 1) await order('ada', Math.max(now() - one.late, since), one.price)
            else if (one.what === 'pass') pass(one.ms)
            else if (one.what === 'killed') await read(killed(measure)).catch(() => undefined)
            else if (one.what === 'again') await requestWarehouseRead(ctx, ofOrders).then(() => read())
            else if (one.what === 'overtaken') await overtaken(world)
            else await read()
          }
          // the leases of killed servers have expired by then
          pass(hour)
          // a member requests a read after it was given up
          await requestWarehouseRead(ctx, ofOrders)
          await read()
          pass(hour)
          await read()
          const whole = await shop.rows('select at, price::float8 as value from orders order by at, price')
          expect((await kept(world)).map(({ at, value }) => ({ at, value }))).toEqual(whole)
        }),
        { numRuns: Number(process.env['FC_RUNS'] ?? 4) },
      )
    })

    it.skipIf(!isThere)('each unit is exposed once, when a table first says so', async () => {
      const happening = fc.oneof(
        fc.record({
          what: fc.constant('seen' as const),
          person: fc.constantFrom('ada', 'bob', 'cid', 'dan'),
          late: fc.integer({ min: 0, max: 6 * hour }),
        }),
        fc.record({ what: fc.constant('pass' as const), ms: fc.constantFrom(minute, hour, 5 * hour) }),
        fc.record({ what: fc.constantFrom('read' as const, 'killed' as const, 'again' as const) }),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(happening, { minLength: 4, maxLength: 14 }), async (all) => {
          await readNoMore()
          const world = await aWarehouseWorld(db, shop, measure)
          const { ctx, now, pass, read } = world
          await world.saveSource()
          const run = await world.aRun()
          await world.saveExposures()
          for (const one of all) {
            if (one.what === 'seen') await world.seen(one.person, run, now() - one.late)
            else if (one.what === 'pass') pass(one.ms)
            else if (one.what === 'killed') await read(killed(measure)).catch(() => undefined)
            else if (one.what === 'again')
              await requestWarehouseRead(ctx, { source: 'shop', event: null }).then(() => read())
            else await read()
          }
          pass(hour)
          // a member requests a read after it was given up
          await requestWarehouseRead(ctx, { source: 'shop', event: null })
          await read()
          pass(hour)
          await read()
          const whole = await shop.rows('select min(at) as at from seen group by person order by 1')
          expect((await exposed(run.id)).map((at) => ({ at }))).toEqual(whole)
        }),
        { numRuns: Number(process.env['FC_RUNS'] ?? 3) },
      )
    })
  })
})

describe('projects that read tables', () => {
  it('take turns: whatever one has to read holds up another by one slice', async () => {
    await readNoMore()
    const [much, little] = [await aWarehouseWorld(db, await warehouseDatabase()), await aWarehouseWorld(db, shop)]
    for (const [world, days] of [[much, 9] as const, [little, 1] as const]) {
      await world.saveSource()
      await world.declare()
      await world.saveFact({ since: new Date(world.now() - days * day).toISOString() })
      // facts that are due earlier are read first
      world.pass(minute)
      if (world === much) little.pass(minute)
    }
    const leaving = new AbortController()
    let slices = 0
    const replaceSlice: EventStore['replaceSlice'] = async (...all) => {
      await little.ctx.measure.replaceSlice(...all)
      if ((slices += 1) === 2) leaving.abort()
    }
    await readDueSlices({ ...little.ctx, measure: { ...little.ctx.measure, replaceSlice } }, leaving.signal)
    const reads = await db
      .selectFrom('sourceRead')
      .innerJoin('fact', 'fact.id', 'sourceRead.fact')
      .innerJoin('source', 'source.id', 'fact.source')
      .where('source.projectId', 'in', [much.ctx.project.id, little.ctx.project.id])
      .select('source.projectId')
      .execute()
    expect(new Set(reads.map(({ projectId }) => projectId)).size).toBe(2)
  })
})

describe('a fact at which servers stop', () => {
  const standing = (world: World) =>
    db
      .selectFrom('fact')
      .innerJoin('source', 'source.id', 'fact.source')
      .where('source.projectId', '=', world.ctx.project.id)
      .select(['fact.failures', 'fact.problem', 'fact.interrupted'])
      .executeTakeFirstOrThrow()

  it('is read after the others, in smaller parts, and given up with the reason', async () => {
    await readNoMore()
    const [poisoned, healthy] = [await aWarehouseWorld(db, shop), await aWarehouseWorld(db, await warehouseDatabase())]
    for (const world of [poisoned, healthy]) {
      await world.saveSource()
      await world.declare()
      await world.saveFact({ since: new Date(world.now() - 2 * day).toISOString() })
    }
    const order: string[] = []
    const lengths: number[] = []
    /** Simulates a server whose process ends at the poisoned fact without releasing its lease. */
    const dying = async () => {
      const { measure } = poisoned.ctx
      const replaceSlice: EventStore['replaceSlice'] = async (at, slice, rows, settle) => {
        const key = await measureKeyOf(db, poisoned.ctx.environment.id, () => '')
        const isPoisoned = slice.place === key.place
        order.push(isPoisoned ? 'poisoned' : 'healthy')
        if (isPoisoned) lengths.push(slice.toMs - slice.fromMs)
        if (isPoisoned) throw new Error('killed')
        return measure.replaceSlice(at, slice, rows, settle)
      }
      await readDueSlices({ ...healthy.ctx, measure: { ...measure, replaceSlice } }).catch(() => undefined)
    }
    for (let servers = 0; servers < 5; servers += 1) {
      await dying()
      poisoned.pass(3 * hour)
      healthy.pass(3 * hour)
    }
    expect(order.filter((one) => one === 'poisoned')).toHaveLength(3)
    // after the first crash, the other facts come first
    expect(order.indexOf('healthy')).toBeLessThan(order.indexOf('poisoned', order.indexOf('poisoned') + 1))
    expect(lengths).toEqual([day, hour, hour])
    expect(await standing(poisoned)).toEqual({
      failures: 1,
      interrupted: 3,
      problem: expect.stringMatching(/^3 servers in a row stopped while they read it, so it isn’t read any more\./),
    })
    expect((await standing(healthy)).interrupted).toBe(0)
    // a member may retry, and a complete read resets the counters
    await requestWarehouseRead(poisoned.ctx, ofOrders)
    await poisoned.read()
    expect(await standing(poisoned)).toEqual({ failures: 0, interrupted: 0, problem: null })
  })

  it('is not one where the server goes on: its own database was away', async () => {
    await readNoMore()
    const world = await aWarehouseWorld(db, shop)
    await world.saveSource()
    await world.declare()
    await world.saveFact({ since: new Date(world.now() - hour).toISOString() })
    const unreleased: Parameters<typeof readDueSlices>[2] = []
    for (let times = 0; times < 5; times += 1) {
      const away = { ...world.ctx, measure: killed(world.ctx.measure) }
      await readDueSlices(away, undefined, unreleased).catch(() => undefined)
      expect(unreleased).toHaveLength(1)
    }
    await readDueSlices(world.ctx, undefined, unreleased)
    expect(await standing(world)).toEqual({ failures: 0, interrupted: 0, problem: null })
  })
})

describe('a server that leaves', () => {
  it('lets go of what it reads, however long that takes, and others read it', async () => {
    await db.updateTable('fact').set({ archivedAt: new Date() }).execute()
    const world = await aWarehouseWorld(db, shop)
    await world.saveSource()
    await world.declare()
    // a slice of one hour is slow; a whole day, as queried when the fact is saved, is not
    const query = `${ordersQuery} and (select pg_sleep(case when {{to}}::timestamptz - {{from}} < interval '2 hours' then 250 else 0 end)) is not null`
    await world.saveFact({ query, since: new Date(world.now() - hour).toISOString() })
    const leaving = new AbortController()
    const taking = readDueSlices(world.ctx, leaving.signal)
    const reading = `from pg_stat_activity where datname = current_database() and query like 'fetch%' and state = 'active'`
    while ((await shop.rows(`select ${reading}`)).length === 0) await new Promise((done) => setTimeout(done, 20))
    leaving.abort()
    await taking
    // the database continues the query until it notices that the connection is gone
    await shop.run(`select pg_terminate_backend(pid) ${reading}`)
    const [fact] = await db
      .selectFrom('fact')
      .select(['failures', 'leasedUntil'])
      .where('archivedAt', 'is', null)
      .execute()
    expect(fact).toEqual({ failures: 0, leasedUntil: null })
  })
})

describe('how fresh a fact is', () => {
  it('is told by what is there, less the look-back, and in words where that is late', async () => {
    const { ctx, saveSource, saveFact, declare, read, now, pass } = await aWarehouseWorld(db, shop)
    const since = new Date(now())
    const of = () => freshness(ctx, ctx.environment.id, { events: ['order', 'click'], exposures: true }, since)
    expect(await of()).toEqual({ clock: new Date(now()), late: null })
    await saveSource()
    await declare()
    await saveFact()
    expect(await of()).toEqual({ clock: new Date(0), late: 'order hasn’t been read yet.' })
    await read()
    expect(await of()).toEqual({ clock: new Date(now() - 6 * hour), late: null })
    pass(3 * hour)
    expect(await of()).toEqual({ clock: new Date(now() - 9 * hour), late: 'order is 3 hours old.' })
    await read()
    await archiveWarehouseQuery(ctx, ofOrders)
    pass(minute)
    // measurements that began earlier still wait for it; new ones ignore it
    expect((await of()).late).not.toBeNull()
    expect(
      (await freshness(ctx, ctx.environment.id, { events: ['order'], exposures: true }, new Date(now()))).late,
    ).toBeNull()
  })
})

/** A store that fails in the middle of a slice and must leave no trace. */
const killed = (measure: EventStore): EventStore => ({
  ...measure,
  replaceSlice: (at, slice, rows, settle) =>
    measure.replaceSlice(
      at,
      slice,
      (async function* () {
        yield* rows
        throw new Error('killed')
      })(),
      settle,
    ),
  putExposures: (at, exposures) => measure.putExposures(at, exposures, () => Promise.reject(new Error('killed'))),
})

/** Simulates a server that pauses after reading a slice, until another server has read and stored it. */
async function overtaken(
  { ctx, pass, read }: World,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  let thaw: () => void = () => undefined
  const frozen = new Promise<void>((done) => (thaw = done))
  let reached: () => void = () => undefined
  const there = new Promise<void>((done) => (reached = done))
  const { measure } = ctx
  const slowly: EventStore = {
    ...measure,
    replaceSlice: async (at, slice, rows, settle) => {
      const known: (readonly SliceRow[])[] = []
      for await (const some of rows) known.push(some)
      reached()
      await frozen
      const given = (async function* () {
        yield* known
      })()
      return measure.replaceSlice(at, slice, given, settle)
    },
  }
  const slow = readDueSlices({ ...ctx, ...contextOf(db, ctx.actor, ctx.now), measure: slowly })
  await Promise.race([there, slow])
  await meanwhile()
  pass(10 * minute)
  await read()
  thaw()
  await slow
}
