import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chdbModules, startClickHouse } from '../../../../tests/support/clickhouse.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { atFileEnd } from '../../../../tests/support/file-end.ts'
import { contextOf } from '../../../../tests/support/people.ts'
import { othersDatabase } from '../../../../tests/support/reader.ts'
import { aSourceWorld, day, hour, minute } from '../../../../tests/support/source-world.ts'
import { connect } from '../../measure/clickhouse/connect.ts'
import { reading } from '../../measure/clickhouse/slices.ts'
import { clickhouseStore } from '../../measure/clickhouse/store.ts'
import { prepared } from '../../measure/clickhouse/tables.ts'
import { postgresql } from '../../measure/postgresql/store.ts'
import type { MeasureStore, SliceRow } from '../../measure/store.ts'
import { eventsOf } from '../events/queries.ts'
import { placeOf } from '../metrics/measure-queries.ts'
import { freshness } from './freshness.ts'
import { archiveFact, readFactNow } from './save-fact.ts'
import { takeDueSlices } from './take-due-slices.ts'

const { db } = await testDatabase(8)
const shop = await othersDatabase()
const ofOrders = { source: 'shop', event: 'order' }

const modules = await chdbModules()
const server = modules === null ? null : await startClickHouse(modules)
const clickhouse = prepared(connect(server?.url() ?? 'clickhouse://127.0.0.1'))
atFileEnd('servers', () => clickhouse.close())

type World = Awaited<ReturnType<typeof aSourceWorld>>

/** Each store, and what is kept there of the orders of a world, in order. */
const stores = [
  { name: 'PostgreSQL', isThere: true, measure: postgresql, kept: (world: World) => world.kept() },
  {
    ...{ name: 'ClickHouse', isThere: server !== null, measure: clickhouseStore(clickhouse) },
    kept: async ({ ctx }: World) => {
      const [event] = await eventsOf(db, ctx.project)
      const id = event?.id ?? 0
      const place = (await placeOf(db, ctx.environment.id)) ?? 0
      const rows = await reading(db, place, [id], (inForce) =>
        clickhouse.ask<{ at: number; value: number }>(
          `select at, value from track final where event = ${id} and ${inForce} order by at, value`,
        ),
      )
      return rows.map(({ at, value }) => ({ at: new Date(at), value }))
    },
  },
]

describe.each(stores)('slices in $name', ({ isThere, measure, kept }) => {
  describe('a server that was overtaken', () => {
    it.skipIf(!isThere)('keeps nothing of what it read: another one has read since', async () => {
      const world = await aSourceWorld(db, shop, measure)
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
          const world = await aSourceWorld(db, shop, measure)
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
            else if (one.what === 'again') await readFactNow(ctx, ofOrders).then(() => read())
            else if (one.what === 'overtaken') await overtaken(world)
            else await read()
          }
          // a lease of whoever was killed is over by then
          pass(hour)
          await read()
          pass(hour)
          await read()
          const whole = await shop.rows('select at, price::float8 as value from orders order by at, price')
          expect((await kept(world)).map(({ at, value }) => ({ at, value }))).toEqual(whole)
        }),
        { numRuns: Number(process.env['FC_RUNS'] ?? 4) },
      )
    })
  })
})

describe('how fresh a fact is', () => {
  it('is told by what is there, less the look-back, and in words where that is late', async () => {
    const { ctx, saveSource, saveFact, declare, read, now, pass } = await aSourceWorld(db, shop)
    const since = new Date(now())
    const of = () => freshness(ctx, ctx.environment.id, ['order', 'click'], since)
    expect(await of()).toEqual({ clock: new Date(now()), late: null })
    await saveSource()
    await declare()
    await saveFact()
    expect(await of()).toEqual({ clock: new Date(0), late: 'order was not read yet' })
    await read()
    expect(await of()).toEqual({ clock: new Date(now() - 6 * hour), late: null })
    pass(3 * hour)
    expect(await of()).toEqual({ clock: new Date(now() - 9 * hour), late: 'order is 3 h old' })
    await read()
    await archiveFact(ctx, ofOrders)
    pass(minute)
    // whoever began before goes on waiting for it; whoever begins now does not know it
    expect((await of()).late).not.toBeNull()
    expect((await freshness(ctx, ctx.environment.id, ['order'], new Date(now()))).late).toBeNull()
  })
})

/** A store that is killed in the middle of a slice: nothing of what it did is there. */
const killed = (measure: MeasureStore): MeasureStore => ({
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
})

/** A server that is frozen once it has read a slice, until another has read and kept it. */
async function overtaken(
  { ctx, pass, read }: World,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  let thaw: () => void = () => undefined
  const frozen = new Promise<void>((done) => (thaw = done))
  let reached: () => void = () => undefined
  const there = new Promise<void>((done) => (reached = done))
  const { measure } = ctx
  const slowly: MeasureStore = {
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
  const slow = takeDueSlices({ ...ctx, ...contextOf(db, ctx.actor, ctx.now), measure: slowly })
  await Promise.race([there, slow])
  await meanwhile()
  pass(10 * minute)
  await read()
  thaw()
  await slow
}
