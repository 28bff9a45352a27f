import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Db } from '../../../src/server/platform/db/pool.ts'
import { type ReadyBatch, via } from '../../../src/server/platform/event-store/rows.ts'
import type { CohortQuestion, EventStore, FirstEventsQuestion } from '../../../src/server/platform/event-store/store.ts'
import type { SliceRow } from '../../../src/server/platform/event-store/warehouse-data-store.ts'
import { aMeasuredPlace, expectSameSums } from './agrees.ts'
import { PlainStore } from './plain-store.ts'
import { firstMs } from './questions.ts'

const hourMs = 3_600_000
const hours = 72
const units = Array.from({ length: 4 }, (_, n) => `${'0'.repeat(31)}${n}`)

/** A warehouse row, mostly at the boundaries of slices. */
const row = fc.record<SliceRow>({
  unit: fc.constantFrom(...units),
  atMs: fc
    .tuple(fc.integer({ min: 0, max: hours / 6 }), fc.constantFrom(0, -1, 1))
    .map(([at, off]) => firstMs + at * 6 * hourMs + off),
  value: fc.integer({ min: 1, max: 1_000 }),
  properties: fc.constantFrom(null, '{"plan":"gold"}'),
})
const sliced = fc.record({
  what: fc.constant('slice' as const),
  from: fc.integer({ min: 0, max: hours / 6 - 1 }),
  length: fc.integer({ min: 1, max: 4 }),
  rows: fc.array(row, { maxLength: 8 }),
  ends: fc.constantFrom('well', 'well', 'well', 'without its rows', 'unsettled'),
})
const step = fc.oneof(
  fc.record({ what: fc.constant('put' as const), rows: fc.array(row, { maxLength: 3 }) }),
  sliced,
  fc.record({
    what: fc.constant('exposed' as const),
    units: fc.uniqueArray(fc.integer({ min: 0, max: units.length - 1 }), { minLength: 1 }),
    hours: fc.integer({ min: -3, max: 3 }),
  }),
  fc.record({ what: fc.constant('keep' as const) }),
)

type Sliced = typeof sliced extends fc.Arbitrary<infer One> ? One : never

/** Tests that a store replaces slices like the plain store, and that partial slices are never visible. */
export const replacesSlicesAsThePlainStore = (db: Db, store: () => EventStore, runs: number): void => {
  it('replaces what a source gave, at one moment and with what is noted of it, or not at all', async () => {
    const measured = await aMeasuredPlace(db)
    const { place } = measured
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const plain = new PlainStore()
        const run = await measured.run()
        const [event = 0, other = 0] = measured.events(2)
        const put = async (tracks: readonly SliceRow[], exposed: readonly string[]) => {
          const batch: ReadyBatch = {
            ...{ place, id: randomUUID(), via: via.server, sdk: 'test', receivedAtMs: firstMs + hours * hourMs },
            judged: {
              tracks: tracks.map((one, n) => ({ ...one, row: n, event: n % 2 === 0 ? event : other, unitBy: null })),
              exposures: exposed.map((unit) => ({ run, unit, arm: units.indexOf(unit), atMs: firstMs })),
              ...{ tallies: [], receipt: { accepted: 0, refused: [] } },
            },
          }
          await store().put(db, [batch])
          plain.put([batch])
        }
        const seen = async () => {
          const part = { event, properties: { plan: ['gold'] } }
          const by = { eventsBy: 'servers', exposuresBy: 'anyone' } as const
          const all = { ...by, place, run, fromMs: firstMs - 9 * hourMs, toMs: firstMs + 99 * hourMs }
          const percentile = { ...all, unitBy: null, of: { ...part, take: 'sum' as const }, q: 0.5 }
          expect(await store().percentile(db, percentile)).toEqual(plain.percentile(percentile))
          const cohorts: CohortQuestion = {
            ...{ ...all, grainMs: null, beforeMs: hourMs, cap: null, withoutRobots: true },
            measure: {
              kind: 'ratio',
              over: { ...part, take: 'sum' },
              under: { event: other, properties: {}, take: 'count' },
            },
            window: { fromMs: 0, lengthMs: 99 * hourMs },
          }
          expectSameSums(await store().cohorts(db, cohorts), plain.cohorts(cohorts))
          const first: FirstEventsQuestion = {
            ...{
              ...all,
              part: { ...part, where: { attribute: 'plan', operator: 'is', values: ['gold'] } },
              atLeast: 2,
            },
            ...{ window: { fromMs: 0, lengthMs: null }, sinceMs: 0, untilMs: all.toMs },
          }
          const people = { ...all, grainMs: hourMs }
          expect(await store().people(db, people)).toEqual(plain.people(people))
          const did = await store().firstEvents(db, first)
          expect(did.toSorted((a, b) => a.arm - b.arm)).toEqual(plain.firstEvents(first))
        }
        const replace = async (one: Sliced) => {
          const fromMs = firstMs + one.from * 6 * hourMs
          const toMs = fromMs + one.length * 6 * hourMs
          const slice = { place, event, unitBy: null, fromMs, toMs }
          const rows = one.rows.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
          const half = Math.ceil(rows.length / 2)
          let found = 0
          const given = async function* () {
            yield rows.slice(0, half)
            if (one.ends === 'without its rows') throw new Error('of this test')
            // Half of the slice is written, and none of it may be visible.
            await seen()
            yield rows.slice(half)
          }
          const settle = async (_: unknown, more: number) => {
            found = more
            if (one.ends === 'unsettled') throw new Error('of this test')
          }
          const replaced = store().replaceSlice(db, slice, given(), settle)
          const isReplaced = await replaced.then(
            () => true,
            (error: unknown) => (String(error) === 'Error: of this test' ? false : Promise.reject(error)),
          )
          expect(isReplaced).toBe(one.ends === 'well')
          expect(isReplaced ? plain.replaceSlice(slice, rows) : found).toBe(found)
        }
        // The first unit comes only from the warehouse.
        await put([], units.slice(1))
        for (const one of steps) {
          if (one.what === 'put') await put(one.rows, [])
          else if (one.what === 'exposed') {
            const atMs = firstMs + one.hours * hourMs
            const exposures = one.units.map((arm) => ({ run, unit: units[arm] ?? '', arm, atMs }))
            await store().putExposures(db, exposures, async () => undefined)
            plain.putExposures(exposures)
          } else if (one.what === 'keep') await store().keep(db, new Date(firstMs))
          else await replace(one)
          await seen()
        }
      }),
      { numRuns: runs },
    )
  })
}
