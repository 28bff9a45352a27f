import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { draws } from '../../../../tests/support/seed.ts'
import { compileCondition } from '../../../shared/engine/condition.ts'
import { everyFamily } from '../../../shared/engine/operators/every-family.ts'
import { MetricDefinition } from '../../../shared/features/metrics/schemas/metric.ts'
import { SaveEventInput, type TrackedDefinition } from '../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../shared/limits.ts'
import type { Condition } from '../../../shared/schemas/condition.ts'
import { conditionSql } from '../../platform/event-store/postgresql/condition-sql.ts'
import { makePartitions } from '../../platform/event-store/postgresql/partitions.ts'
import { postgresqlStore } from '../../platform/event-store/postgresql/store.ts'
import { saveEvent } from '../events/save-event.ts'
import { previewMetric } from './preview-metric.ts'

const { db } = await testDatabase()

const properties: TrackedDefinition['properties'] = {
  plan: ['free', 'gold', 'Gold'],
  items: 'number',
  first: 'boolean',
}

describe('a condition on events in SQL', () => {
  const number = fc.oneof(fc.constantFrom(-1, 0, 1, 2.5, 10), fc.double({ noNaN: true, noDefaultInfinity: true }))
  const text = fc.constantFrom('free', 'gold', 'Gold', 'silver', '')
  const leafOf = (attribute: string, one: fc.Arbitrary<unknown>) => {
    const values = (min: number, max: number) => fc.array(one, { minLength: min, maxLength: max })
    const equality = fc.record({
      attribute: fc.constant(attribute),
      operator: fc.constantFrom('is', 'isNot', 'isOneOf', 'isNoneOf'),
      values: values(1, 3),
    })
    const presence = fc.constant({ attribute, operator: 'exists', values: [] })
    return fc.oneof(equality, presence)
  }
  const comparison = fc
    .tuple(fc.constantFrom('value', 'items'), fc.constantFrom('lessThan', 'atMost', 'greaterThan', 'atLeast'), number)
    .map(([attribute, operator, value]) => ({ attribute, operator, values: [value] }))
  const between = fc
    .tuple(fc.constantFrom('value', 'items'), number, number)
    .map(([attribute, low, high]) => ({ attribute, operator: 'between', values: [low, high] }))
  const ofTexts = fc
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
    }))
  const leaf = fc.oneof(
    leafOf('value', number),
    leafOf('items', number),
    leafOf('plan', text),
    leafOf('first', fc.boolean()),
    comparison,
    between,
    ofTexts,
  )
  // generates conditions field by field
  const condition = fc.letrec<{ it: unknown }>((tie) => ({
    it: fc.oneof(
      { maxDepth: 2 },
      leaf,
      fc.array(tie('it'), { maxLength: 3 }).map((all) => ({ all })),
      fc.array(tie('it'), { maxLength: 3 }).map((any) => ({ any })),
      tie('it').map((not) => ({ not })),
    ),
  })).it as fc.Arbitrary<Condition>
  const row = fc.record({
    value: fc.option(number),
    properties: fc.record(
      { plan: fc.oneof(text, number), items: fc.oneof(number, text), first: fc.oneof(fc.boolean(), text) },
      { requiredKeys: [] },
    ),
  })

  /** The engine's result. Values that violate the declaration count as missing. */
  const expected = (when: Condition, one: { value: number | null; properties: Record<string, unknown> }): boolean => {
    const { plan, items, first } = one.properties
    const context = {
      ...(one.value !== null && { value: one.value }),
      ...(['free', 'gold', 'Gold'].includes(plan as string) && { plan: plan as string }),
      ...(typeof items === 'number' && { items }),
      ...(typeof first === 'boolean' && { first }),
    }
    const never = () => () => false
    const scope = { salt: '', families: everyFamily, segment: never, flag: never, timed: () => undefined }
    return compileCondition(when, scope)(context, 0)
  }

  it('holds for exactly the rows for which the engine says so', async () => {
    await fc.assert(
      fc.asyncProperty(condition, fc.array(row, { minLength: 20, maxLength: 20 }), async (when, rows) => {
        const { rows: said } = await sql<{ holds: boolean }>`
          select ${conditionSql(when, { properties })} as holds
          from json_to_recordset(${JSON.stringify(rows)}::json) as track (value double precision, properties jsonb)`.execute(
          db,
        )
        expect(said.map(({ holds }) => holds)).toEqual(rows.map((one) => expected(when, one)))
      }),
      { numRuns: draws(150) },
    )
  })
})

describe('the preview of a metric', async () => {
  const { project } = await aProject(db)
  const now = new Date('2026-06-10T15:00:00Z')
  const there = { ...(await inEnvironment(project)), now: () => now, measure: postgresqlStore }
  const declare = (key: string) =>
    saveEvent(project, SaveEventInput.parse({ project: project.project.key, key, name: key, value: {}, properties }))
  for (const key of ['visit', 'purchase']) await declare(key)
  await makePartitions(db, now)
  const { place } = await db
    .insertInto('measureKey')
    .values({ environmentId: there.environment.id, sealed: '' })
    .returning('place')
    .executeTakeFirstOrThrow()
  const ids = new Map(
    (await db.selectFrom('trackedEvent').select(['id', 'key']).execute()).map(({ id, key }) => [key, id]),
  )
  const units = Array.from({ length: 5 }, () => randomBytes(16).toString('hex'))
  const did = (unit: number, event: string, at: string, value: number | null = null, via = 0, more: object = {}) => ({
    unit: units[unit] ?? '',
    at: new Date(at),
    value,
    place,
    event: ids.get(event) ?? 0,
    via,
    properties: JSON.stringify(more),
  })
  await db
    .insertInto('track')
    .values([
      did(0, 'visit', '2026-06-04T00:00:00Z', 100),
      did(0, 'purchase', '2026-06-04T01:00:00Z', 10, 0, { plan: 'gold' }),
      did(1, 'visit', '2026-06-04T02:00:00Z', 300),
      did(0, 'purchase', '2026-06-09T12:00:00Z', 30, 0, { plan: 'free' }),
      did(2, 'visit', '2026-06-10T14:00:00Z', 200),
      did(2, 'purchase', '2026-06-10T14:30:00Z', 5, 1, { plan: 'gold' }),
      // before the period, and from a robot
      did(3, 'purchase', '2026-06-03T23:59:59Z', 1_000),
    ])
    .execute()
  await sql`insert into track (unit, at, value, place, event, via)
    select ${units[3]}::uuid, '2026-06-05T12:00:00Z', 1, ${place}, ${ids.get('visit')}, 0
    from generate_series(1, ${limits.robotEventsPerDay + 1})`.execute(db)

  const of = { event: 'purchase' }
  const gold = { ...of, where: { attribute: 'plan', operator: 'is', values: ['gold'] } }
  const preview = (measure: object, from = 'anyone') => {
    const window = measure && 'kind' in measure && measure.kind === 'retention' ? { from: 'P1D', length: 'P7D' } : {}
    return previewMetric(there, {
      definition: MetricDefinition.parse({ name: 'x', better: 'more', from, measure, window }),
    })
  }

  it.each([
    ['events', { kind: 'count', of }, 1],
    ['values', { kind: 'sum', of }, 15],
    [
      'one by another',
      { kind: 'ratio', over: { event: 'purchase', take: 'sum' }, under: { event: 'visit', take: 'count' } },
      15,
    ],
    ['time until the first', { kind: 'time', of }, 45 * 60_000],
    ['median of events', { kind: 'quantile', of, at: 0.5, each: 'event' }, 10],
    ['median of users', { kind: 'quantile', of, at: 0.5, each: 'unit' }, 22.5],
  ])('is %s over the week, robots left out', async (_, measure, value) => {
    const { whole, robots, share } = await preview(measure)
    expect(whole.value).toBeCloseTo(value, 10)
    expect([whole.units, whole.active, robots, share]).toEqual([3, measure.kind === 'ratio' ? 3 : 2, 1, 1])
  })

  it.each([
    ['share of users', { kind: 'proportion', of }, 2 / 4],
    ['at least twice', { kind: 'proportion', of, atLeast: 2 }, 1 / 4],
    ['of some only', { kind: 'proportion', of: gold }, 2 / 4],
    ['retention', { kind: 'retention', of }, 2 / 4],
  ])('is %s over the week, a robot counted once as in the looks of a ramp', async (_, measure, value) => {
    const { whole, robots } = await preview(measure)
    expect(whole.value).toBeCloseTo(value, 10)
    expect([whole.units, whole.active, robots]).toEqual([4, 2, 0])
  })

  it('counts rows by what the metric counts by: those of an attribute are no further users', async () => {
    await db
      .insertInto('track')
      .values({ ...did(4, 'purchase', '2026-06-05T01:00:00Z', 7), unitBy: 'companyId' })
      .execute()
    expect((await preview({ kind: 'sum', of })).whole).toMatchObject({ units: 3, value: 15 })
    const definition = { name: 'x', better: 'more', from: 'anyone', measure: { kind: 'sum', of }, unit: 'companyId' }
    const { whole } = await previewMetric(there, { definition: MetricDefinition.parse(definition) })
    expect(whole).toMatchObject({ units: 1, value: 7 })
  })

  it('is told day by day, without what pages say where only servers count', async () => {
    const { days } = await preview({ kind: 'sum', of })
    expect(days.map(({ day, units: seen, value }) => [day.slice(8), seen, value])).toEqual([
      ['04', 2, 5],
      ['05', 0, null],
      ['06', 0, null],
      ['07', 0, null],
      ['08', 0, null],
      ['09', 1, 30],
      ['10', 1, 5],
    ])
    expect((await preview({ kind: 'sum', of }, 'servers')).days.at(-1)).toEqual({
      day: '2026-06-10',
      units: 1,
      active: 0,
      value: 0,
    })
  })

  it('is of nobody where nothing was measured yet', async () => {
    const staging = { ...(await inEnvironment(project, 'staging')), now: () => now, measure: postgresqlStore }
    const definition = MetricDefinition.parse({
      name: 'x',
      better: 'more',
      from: 'anyone',
      measure: { kind: 'count', of },
    })
    expect((await previewMetric(staging, { definition })).whole).toEqual({ units: 0, active: 0, value: null })
  })
})
