import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type ReadyBatch, via } from '../../../src/server/platform/event-store/rows.ts'
import type { MeasuredPart, SourceTrust, UnitMeasure } from '../../../src/server/platform/event-store/store.ts'
import type { TrackedDefinition } from '../../../src/shared/features/usage/schemas/tracked.ts'
import type { Condition } from '../../../src/shared/schemas/condition.ts'

/** All data lies within three days from here, most of it exactly where a window or a cohort ends. */
export const firstMs = Date.UTC(2026, 5, 10)
export const stepMs = 3 * 3_600_000
const steps = 24
const dayMs = 24 * 3_600_000

export const properties: TrackedDefinition['properties'] = {
  plan: ['free', 'gold', 'Gold'],
  items: 'number',
  first: 'boolean',
}
const units = Array.from({ length: 8 }, (_, n) => `${'0'.repeat(31)}${n}`)

/** Mostly on the grid, sometimes a millisecond off. */
const instant = fc
  .tuple(fc.integer({ min: 0, max: steps }), fc.constantFrom(0, 0, 0, 1, -1, 1_234))
  .map(([step, off]) => firstMs + dayMs + step * stepMs + off)
const value = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -5, max: 50 }),
  fc.double({ min: -1_000, max: 1_000, noNaN: true }),
  fc.constantFrom(1e-300, -1e-200),
)
const number = fc.oneof(fc.constantFrom(-1, 0, 1, 2.5, 10), fc.double({ noNaN: true, noDefaultInfinity: true }))
const text = fc.constantFrom('free', 'gold', 'Gold', 'silver', '')

/** Properties of rows: declared ones, and some of another declaration. */
export const carried = fc.record(
  { plan: fc.oneof(text, number), items: fc.oneof(number, text), first: fc.oneof(fc.boolean(), text) },
  { requiredKeys: [] },
)

const leafOf = (attribute: string, one: fc.Arbitrary<unknown>) =>
  fc.oneof(
    fc.record({
      attribute: fc.constant(attribute),
      operator: fc.constantFrom('is', 'isNot', 'isOneOf', 'isNoneOf'),
      values: fc.array(one, { minLength: 1, maxLength: 3 }),
    }),
    fc.constant({ attribute, operator: 'exists', values: [] }),
  )
const leaf = fc.oneof(
  leafOf('value', number),
  leafOf('items', number),
  leafOf('plan', text),
  leafOf('first', fc.boolean()),
  fc
    .tuple(fc.constantFrom('value', 'items'), fc.constantFrom('lessThan', 'atMost', 'greaterThan', 'atLeast'), number)
    .map(([attribute, operator, edge]) => ({ attribute, operator, values: [edge] })),
  fc
    .tuple(fc.constantFrom('value', 'items'), number, number)
    .map(([attribute, low, high]) => ({ attribute, operator: 'between', values: [low, high] })),
  fc
    .tuple(
      fc.constantFrom('contains', 'startsWith', 'notEndsWith'),
      fc.array(text, { minLength: 1, maxLength: 2 }),
      fc.boolean(),
    )
    .map(([operator, values, ignores]) => ({
      attribute: 'plan',
      operator,
      values,
      ...(ignores && { ignoreCase: true }),
    })),
)

/** Conditions on events. Safe cast: conditions are generated field by field. */
export const condition = fc.letrec<{ it: unknown }>((tie) => ({
  it: fc.oneof(
    { maxDepth: 2 },
    leaf,
    fc.array(tie('it'), { maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('it'), { maxLength: 3 }).map((any) => ({ any })),
    tie('it').map((not) => ({ not })),
  ),
})).it as fc.Arbitrary<Condition>

/** Batches, some of them repeated. `run` and `events` are ids used by nothing else. */
export const happened = (place: number, run: number, events: readonly number[]): fc.Arbitrary<ReadyBatch[]> => {
  const batch = fc.record({
    id: fc.constant(null).map(() => randomUUID()),
    way: fc.constantFrom(...Object.values(via)),
    exposures: fc.array(fc.record({ unit: fc.constantFrom(...units), atMs: instant }), { maxLength: 8 }),
    tracks: fc.array(
      fc.record({
        event: fc.constantFrom(...events),
        unit: fc.constantFrom(...units),
        atMs: instant,
        value,
        properties: fc.option(carried.map((all) => JSON.stringify(all))),
      }),
      { maxLength: 30 },
    ),
  })
  return fc.array(fc.tuple(batch, fc.boolean()), { minLength: 1, maxLength: 6 }).map((all) => {
    const ready = all.map(([{ id, way, exposures, tracks }, isTwice]) => {
      const one: ReadyBatch = {
        ...{ place, id, via: way, sdk: 'test', receivedAtMs: firstMs + 5 * dayMs },
        judged: {
          tracks: tracks.map((one, row) => ({ ...one, row, unitBy: null })),
          exposures: exposures.map((row) => ({ ...row, run, arm: units.indexOf(row.unit) % 3 })),
          tallies: [],
          receipt: { accepted: exposures.length + tracks.length, refused: [] },
        },
      }
      return isTwice ? [one, one] : [one]
    })
    return ready.flat()
  })
}

const word = fc.constantFrom<SourceTrust>('anyone', 'servers')
const span = (min: number, max: number) =>
  fc
    .tuple(fc.integer({ min, max }), fc.constantFrom(0, 0, 0, 1))
    .map(([step, off]) => Math.max(min === 0 ? 0 : 1, step * stepMs + off))
const window = fc.record({ fromMs: span(0, 4), lengthMs: span(1, 16) })

/** A query about the cohorts of a run, and one of each other kind that stores answer. */
export const questions = (place: number, run: number, [a = 0, b = 0]: readonly number[]) => {
  const part = fc
    .record({ event: fc.constantFrom(a, b), where: fc.option(condition, { nil: undefined }) })
    .map((one): MeasuredPart => ({ ...one, properties }))
  const term = fc.tuple(part, fc.constantFrom('count', 'sum')).map(([one, take]) => ({ ...one, take }) as const)
  const measure: fc.Arbitrary<UnitMeasure> = fc.oneof(
    fc.record({ kind: fc.constant('proportion'), of: part, atLeast: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ kind: fc.constantFrom('retention', 'count', 'sum', 'time'), of: part }),
    fc.record({ kind: fc.constant('ratio'), over: term, under: term }),
  )
  const between = {
    run: fc.constant(run),
    fromMs: fc.constantFrom(0, firstMs + dayMs, firstMs + 2 * dayMs),
    toMs: fc.constantFrom(firstMs + 2 * dayMs, firstMs + 3 * dayMs, firstMs + 9 * dayMs),
  }
  const exposed = { ...between, exposuresBy: word }
  const grainMs = fc.constantFrom(null, dayMs, 300_000, 2 * stepMs)
  return fc.record({
    cohorts: fc.record({
      ...exposed,
      ...{ place: fc.constant(place), grainMs, measure, window, eventsBy: word },
      beforeMs: fc.option(span(1, 8)),
      cap: fc.option(fc.double({ min: 0.5, max: 500, noNaN: true })),
      withoutRobots: fc.boolean(),
      sinceMs: fc.constantFrom(0, firstMs + dayMs + 3 * stepMs),
    }),
    people: fc.record({ ...between, grainMs }),
    firstEvents: fc.record({
      ...{ run: fc.constant(run), exposuresBy: word, place: fc.constant(place), part, eventsBy: word },
      atLeast: fc.integer({ min: 1, max: 3 }),
      window: fc.record({ fromMs: span(0, 4), lengthMs: fc.option(span(1, 16)) }),
      sinceMs: fc.constantFrom(firstMs, firstMs + dayMs + 3 * stepMs),
      untilMs: fc.constantFrom(firstMs + dayMs + 12 * stepMs, firstMs + 9 * dayMs),
    }),
    percentile: fc.record({
      ...{ place: fc.constant(place), unitBy: fc.constant(null), of: term, eventsBy: word },
      ...{ fromMs: fc.constant(firstMs), toMs: fc.constantFrom(firstMs + dayMs + 12 * stepMs, firstMs + 9 * dayMs) },
      q: fc.constantFrom(0.5, 0.9, 0.999),
    }),
    values: fc.record({
      ...exposed,
      ...{ place: fc.constant(place), of: part, window, eventsBy: word, withoutRobots: fc.boolean() },
      each: fc.constantFrom('event' as const, 'unit' as const),
      ...{ q: fc.constantFrom(0.25, 0.5, 0.9), alpha: fc.constantFrom(0.05, 0.5) },
    }),
  })
}
