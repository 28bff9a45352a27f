import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { contextOf } from '../../../../tests/support/people.ts'
import { othersDatabase } from '../../../../tests/support/reader.ts'
import { aSourceWorld, day, hour, minute, ordersQuery } from '../../../../tests/support/source-world.ts'
import { postgresql } from '../../measure/postgresql/store.ts'
import type { MeasureStore, SliceRow } from '../../measure/store.ts'
import { freshness } from './freshness.ts'
import { archiveFact, readFactNow } from './save-fact.ts'
import { takeDueSlices } from './take-due-slices.ts'

const { db } = await testDatabase(8)
const shop = await othersDatabase()
const ofOrders = { source: 'shop', event: 'order' }

describe('a server that was overtaken', () => {
  it('keeps nothing of what it read: another one has read since', async () => {
    const world = await aSourceWorld(db, shop)
    const { saveSource, saveFact, declare, order, now, kept } = world
    await saveSource()
    await declare()
    await saveFact({ since: new Date(now() - hour).toISOString() })
    await overtaken(world, () => order('ada', now() - minute))
    expect(await kept()).toHaveLength(1)
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
const killed: MeasureStore = {
  ...postgresql,
  replaceSlice: (at, slice, rows, settle) =>
    postgresql.replaceSlice?.(
      at,
      slice,
      (async function* () {
        yield* rows
        throw new Error('killed')
      })(),
      settle,
    ) ?? Promise.reject(new Error('there is none')),
}

describe('whatever happens between', () => {
  it('what is kept in the end is what one read of the whole gives', async () => {
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
      fc.record({ what: fc.constantFrom('read' as const, 'killed' as const, 'again' as const, 'overtaken' as const) }),
    )
    const world = await aSourceWorld(db, shop)
    const { ctx, order, now, pass, read, kept } = world
    await world.saveSource()
    await world.declare()
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 4, maxLength: 14 }), async (all) => {
        await shop.run('truncate orders')
        await db.deleteFrom('track').execute()
        const since = now() - 2 * day
        await world.saveFact({ since: new Date(since).toISOString(), query: `${ordersQuery} -- ${now()}` })
        await db
          .updateTable('fact')
          .set({ since: new Date(since) })
          .execute()
        for (const one of all) {
          if (one.what === 'order')
            for (let n = 0; n < one.count; n += 1) await order('ada', Math.max(now() - one.late, since), one.price)
          else if (one.what === 'pass') pass(one.ms)
          else if (one.what === 'killed') await read(killed).catch(() => undefined)
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
        expect((await kept()).map(({ at, value }) => ({ at, value }))).toEqual(whole)
      }),
      { numRuns: Number(process.env['FC_RUNS'] ?? 6) },
    )
  })
})

/** A server that is frozen once it has read a slice, until another has read and kept it. */
async function overtaken(
  { ctx, pass, read }: Awaited<ReturnType<typeof aSourceWorld>>,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  let thaw: () => void = () => undefined
  const frozen = new Promise<void>((done) => (thaw = done))
  let reached: () => void = () => undefined
  const there = new Promise<void>((done) => (reached = done))
  const measure: MeasureStore = {
    ...postgresql,
    replaceSlice: async (at, slice, rows, settle) => {
      const known: (readonly SliceRow[])[] = []
      for await (const some of rows) known.push(some)
      reached()
      await frozen
      const given = (async function* () {
        yield* known
      })()
      return postgresql.replaceSlice?.(at, slice, given, settle)
    },
  }
  const slow = takeDueSlices({ ...ctx, ...contextOf(db, ctx.actor, ctx.now), measure })
  await Promise.race([there, slow])
  await meanwhile()
  pass(10 * minute)
  await read()
  thaw()
  await slow
}
