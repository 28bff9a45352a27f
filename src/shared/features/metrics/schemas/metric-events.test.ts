import { describe, expect, it } from 'vitest'
import { MetricDefinition } from './metric.ts'
import { metricProblems } from './metric-events.ts'

const events = new Map([
  ['purchase', { value: { unit: '€' }, properties: { plan: ['gold', 'free'], items: 'number' } }],
  ['error', { value: null, properties: {} }],
])
const problems = (measure: object, more: object = {}, keptDays = 45) =>
  metricProblems(
    MetricDefinition.parse({ name: 'x', better: 'less', from: 'anyone', measure, ...more }),
    events,
    keptDays,
  ).map(({ path, problem }) => [path, problem])
const where = (...attributes: string[]) => ({
  any: attributes.map((attribute) => ({ not: { all: [{ attribute, operator: 'isOneOf', values: ['gold'] }] } })),
})

describe('a metric and the events it needs', () => {
  it('has no problem where everything is there', () => {
    expect(problems({ kind: 'sum', of: { event: 'purchase', where: where('plan', 'items', 'value') } })).toEqual([])
    expect(problems({ kind: 'proportion', of: { event: 'error' } })).toEqual([])
  })

  it('names the event, the value or the property that isn’t there', () => {
    const ratio = { kind: 'ratio', over: { event: 'error', take: 'sum' }, under: { event: 'visit', take: 'count' } }
    expect(problems(ratio)).toEqual([
      ['measure.over.event', 'error carries no value'],
      ['measure.under.event', 'no event visit is declared'],
    ])
    expect(problems({ kind: 'count', of: { event: 'purchase', where: where('country', 'plan', 'country') } })).toEqual([
      ['measure.of.where', 'purchase has no property country'],
    ])
    expect(problems({ kind: 'count', of: { event: 'error', where: where('value') } })).toEqual([
      ['measure.of.event', 'error carries no value'],
    ])
    expect(problems({ kind: 'quantile', of: { event: 'error' }, at: 0.5, each: 'event' })).toHaveLength(1)
  })

  it('takes no window that is longer than events are kept', () => {
    const share = { kind: 'proportion', of: { event: 'error' } }
    expect(problems(share, { window: { length: 'P30D' }, before: 'P14D' })).toEqual([])
    expect(problems(share, { window: { length: 'P31D' }, before: 'P14D' })[0]?.[0]).toBe('window.length')
    expect(problems(share, { window: { length: 'P7D' }, before: null }, 7)).toHaveLength(1)
  })
})
