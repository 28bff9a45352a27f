import { describe, expect, it } from 'vitest'
import { MetricDefinition } from '../../features/metrics/schemas/metric.ts'
import { metricSentence } from './metric-text.ts'

const say = (measure: object, more: object = {}) =>
  metricSentence(MetricDefinition.parse({ name: 'x', better: 'more', from: 'servers', measure, ...more }))
const of = { event: 'purchase' }
const gold = { event: 'purchase', where: { attribute: 'plan', operator: 'isOneOf', values: ['gold', 'free'] } }

describe('a metric in words', () => {
  it.each([
    [say({ kind: 'proportion', of }), 'share of users with purchase within 7 days'],
    [say({ kind: 'proportion', of, atLeast: 3 }), 'share of users with at least 3 events of purchase within 7 days'],
    [say({ kind: 'proportion', of: gold }), 'share of users with purchase where plan is gold or free within 7 days'],
    [say({ kind: 'count', of }, { unit: 'companyId' }), 'purchase events per companyId within 7 days'],
    [say({ kind: 'sum', of }, { window: { length: 'PT30M' } }), 'total value of purchase per user within 30 minutes'],
    [
      say({ kind: 'ratio', over: { event: 'error', take: 'count' }, under: { event: 'request', take: 'count' } }),
      'error events per request events within 7 days',
    ],
    [
      say({ kind: 'retention', of: { event: 'visit' } }, { window: { from: 'P7D', length: 'P7D' } }),
      'share of users with visit from 7 days to 14 days after exposure',
    ],
    [
      say({ kind: 'retention', of: { event: 'visit' } }, { window: { from: 'P60D', length: 'P30D' } }),
      'share of users with visit from 60 days to 90 days after exposure',
    ],
    [say({ kind: 'time', of }), 'time until the first purchase, at most 7 days'],
    [
      say({ kind: 'quantile', of: { event: 'page-load' }, at: 0.95, each: 'event' }, { window: { length: 'P1DT12H' } }),
      '95th percentile of the value of page-load within 1 day 12 hours',
    ],
    [
      say({ kind: 'quantile', of, at: 0.999, each: 'unit' }),
      '99.9th percentile of the total value of purchase per user within 7 days',
    ],
  ])('%s', (sentence, wanted) => expect(sentence).toBe(wanted))
})
