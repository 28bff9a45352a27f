import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Measure, MetricDefinition } from '../../../../../shared/features/metrics/schemas/metric.ts'
import { definitionOf, formOf, hasBefore, hasCap, readWhere } from './metric-form.ts'
import { starts } from './starts.ts'

const where = fc.constantFrom(
  { attribute: 'plan', operator: 'is', values: ['gold'] },
  {
    any: [
      { attribute: 'value', operator: 'atLeast', values: [3] },
      { not: { attribute: 'items', operator: 'exists', values: [] } },
    ],
  },
)
const part = fc.record({ event: fc.constantFrom('purchase', 'visit'), where }, { requiredKeys: ['event'] })
const term = fc.record(
  { event: fc.constant('visit'), where, take: fc.constantFrom('count', 'sum') },
  { requiredKeys: ['event', 'take'] },
)
const measure = fc.oneof(
  fc.record({ kind: fc.constant('proportion'), of: part, atLeast: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constantFrom('count', 'sum', 'retention', 'time'), of: part }),
  fc.record({ kind: fc.constant('ratio'), over: term, under: term }),
  fc.record({
    kind: fc.constant('quantile'),
    of: part,
    at: fc.constantFrom(0.5, 0.95, 0.999),
    each: fc.constantFrom('event', 'unit'),
  }),
)
const definition = fc
  .record({
    measure,
    better: fc.constantFrom('more', 'less'),
    from: fc.constantFrom('servers', 'anyone'),
    unit: fc.constantFrom(null, 'companyId'),
    margin: fc.constantFrom(null, { relative: 0.01 }, { absolute: 2.5 }),
    cap: fc.constantFrom(undefined, null, { percentile: 0.99 }, { at: 500 }),
    before: fc.constantFrom(undefined, null, 'P7D'),
  })
  .map(({ cap, before, ...one }) =>
    MetricDefinition.parse({
      ...{ name: 'Sales', tags: ['money'], window: { from: 'P1D', length: 'P7D' } },
      ...one,
      ...(hasCap(one.measure.kind as Measure['kind']) && cap !== undefined && { cap }),
      ...(hasBefore(one.measure.kind as Measure['kind']) && before !== undefined && { before }),
    }),
  )

describe('the form of a metric', () => {
  it('says the metric again that it was filled from', () => {
    fc.assert(
      fc.property(definition, (one) => {
        expect(MetricDefinition.parse(definitionOf(formOf(one, '')))).toEqual(one)
      }),
    )
  })

  it('says a metric that its schema takes, whatever kind is chosen', () => {
    for (const { shape } of Measure.options)
      for (const was of [null, MetricDefinition.parse(starts[1]?.metric.definition)]) {
        const form = { ...formOf(was, 'visit'), name: 'x', kind: shape.kind.value }
        expect(MetricDefinition.safeParse(definitionOf(form)).error).toBeUndefined()
      }
  })

  it('tells where a condition can’t be read', () => {
    expect(readWhere(' ')).toEqual({ where: undefined })
    expect(readWhere('plan is')).toEqual({ problem: expect.stringContaining('From character') })
    expect(readWhere('plan is gold → on')).toEqual({ problem: expect.stringContaining('end') })
  })
})
