import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { durationMs } from '../../../schemas/duration.ts'
import { MetricDefinition, partsOf } from './metric.ts'

const purchase = {
  name: 'Purchases',
  better: 'more',
  from: 'servers',
  measure: { kind: 'sum', of: { event: 'purchase' } },
}
const refusals = (metric: object): [string, string][] =>
  (MetricDefinition.safeParse(metric).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])

describe('a metric', () => {
  it('has what is usual where nothing is said', () => {
    expect(MetricDefinition.parse(purchase)).toMatchObject({
      unit: null,
      window: { from: 'P0D', length: 'P7D' },
      lag: 'PT10M',
      cap: { percentile: 0.999 },
      before: 'P14D',
      margin: null,
    })
    const time = MetricDefinition.parse({ ...purchase, measure: { kind: 'time', of: { event: 'purchase' } } })
    expect([time.cap, time.before]).toEqual([null, null])
    expect(MetricDefinition.parse({ ...purchase, cap: null, before: null })).toMatchObject({ cap: null, before: null })
  })

  it('reads as it was written, once it is', () => {
    const once = MetricDefinition.parse(purchase)
    expect(MetricDefinition.parse(once)).toEqual(once)
  })

  it('says what would be right where something isn’t', () => {
    expect(refusals({ ...purchase, window: { from: 'P30D', length: 'P61D' } })).toEqual([
      ['window.length', 'the window must end at most 90 days after the first exposure'],
    ])
    expect(refusals({ ...purchase, window: { length: 'P0D' } })).toEqual([
      ['window.length', 'enter a time from 1 minute to 90 days, such as PT30M or P7D'],
    ])
    expect(refusals({ ...purchase, lag: 'P8D' })[0]?.[0]).toBe('lag')
    expect(refusals({ ...purchase, measure: { kind: 'retention', of: { event: 'visit' } } })).toEqual([
      ['window.from', 'a retention window begins later than the first exposure, such as P7D'],
    ])
    const share = { ...purchase, measure: { kind: 'proportion', of: { event: 'visit' } } }
    expect(refusals({ ...share, cap: { at: 5 } })).toEqual([['cap', 'only counts and sums have a cap; leave it out']])
    const quantile = { ...purchase, measure: { kind: 'quantile', of: { event: 'latency' }, at: 0.95, each: 'event' } }
    expect(refusals({ ...quantile, before: 'P7D' })).toEqual([
      ['before', 'a quantile can’t be compared with what units did before; leave it out'],
    ])
    expect(refusals({ ...quantile, measure: { ...quantile.measure, at: 1 } })[0]?.[0]).toBe('measure.at')
    expect(refusals({ ...purchase, margin: { relative: 0 } })).not.toEqual([])
    expect(refusals({ ...purchase, colour: 'red' })).not.toEqual([])
    expect(refusals({ ...purchase, measure: { kind: 'median' } })).not.toEqual([])
  })

  it('asks only for what an event carries', () => {
    const where = (condition: unknown) =>
      refusals({ ...purchase, measure: { kind: 'sum', of: { event: 'purchase', where: condition } } })
    const gold = { attribute: 'plan', operator: 'isOneOf', values: ['gold'] }
    expect(where({ all: [gold, { not: { any: [gold, true] } }] })).toEqual([])
    for (const other of [{ segment: 'staff' }, { flag: 'checkout', variants: ['on'] }, { in: { from: 0, to: 5 } }])
      expect(where({ any: [gold, { not: other }] })[0]).toEqual([
        'measure.of.where',
        'use conditions on the event’s properties and value; segments, flags and buckets aren’t known of an event',
      ])
  })

  it('names the events it needs, and of which it needs a value', () => {
    expect(
      partsOf({ kind: 'ratio', over: { event: 'order', take: 'sum' }, under: { event: 'visit', take: 'count' } }),
    ).toMatchObject([
      { event: 'order', needsValue: true },
      { event: 'visit', needsValue: false },
    ])
    expect(partsOf({ kind: 'count', of: { event: 'order' } })).toMatchObject([{ event: 'order', needsValue: false }])
  })
})

describe('a duration', () => {
  it('is read to the minute, and nothing else is one', () => {
    fc.assert(
      fc.property(fc.nat(999), fc.nat(9999), fc.nat(99999), (days, hours, minutes) => {
        expect(durationMs(`P${days}DT${hours}H${minutes}M`)).toBe(((days * 24 + hours) * 60 + minutes) * 60_000)
      }),
      { numRuns: 20 },
    )
    expect([durationMs('P0D'), durationMs('PT30M'), durationMs('P7D')]).toEqual([0, 1_800_000, 604_800_000])
    for (const text of ['', 'P', 'PT', 'P7', '7D', 'P1W', 'PT1S', 'P-1D', 'P1.5D', 'P1DT', ' P1D'])
      expect(durationMs(text)).toBeUndefined()
  })
})
