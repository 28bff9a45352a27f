import { describe, expect, it } from 'vitest'
import { detectionText } from '../../text/verdict/detection-text.ts'
import { MetricDefinition } from '../metrics/schemas/metric.ts'
import { detectionSizesOf } from './detection-sizes.ts'
import type { RampPlan } from './schemas/ramp.ts'

const ratio = { kind: 'ratio', over: { event: 'failed', take: 'count' }, under: { event: 'asked', take: 'count' } }
const definition = (name: string, measure: unknown) =>
  MetricDefinition.parse({ name, better: 'less', from: 'anyone', measure })
const metrics = [
  {
    key: 'failures',
    definition: definition('Failed checkouts', { kind: 'proportion', of: { event: 'failed' }, atLeast: 1 }),
  },
  { key: 'rate', definition: definition('Failures a request', ratio) },
]
const said = (guards: RampPlan['guards'], falsely?: RampPlan['falsely']) =>
  detectionText(detectionSizesOf({ guards, ...(falsely !== undefined && { falsely }) }, metrics))
const failed = { event: 'failed', worse: 'more', then: 'roll-back' } as const

describe('when guards see harm', () => {
  it('is told in users, of what counts users with an event', () => {
    expect(said([failed])).toBe('If “failed” doubles, it’s seen after about 40 extra users. ')
    expect(said([{ metric: 'failures', then: 'pause' }])).toBe(
      'If “Failed checkouts” doubles, it’s seen after about 40 extra users. ',
    )
    expect(said([{ event: 'bought', worse: 'less', then: 'pause' }])).toBe(
      'If “bought” halves, it’s seen once about 40 users are missing. ',
    )
  })

  it('takes longer with more guards, a smaller error or a margin; the slowest is told', () => {
    const slow = { ...failed, margin: 0.5 }
    expect(said([failed, slow])).toMatch(/^If one of them doubles, it’s seen after about \d+ extra users\. $/)
    const extra = (...given: Parameters<typeof said>) => Number(/\d+/.exec(said(...given))?.[0])
    expect(extra([failed, slow])).toBeGreaterThan(extra([failed]))
    expect(extra([failed], 0.001)).toBeGreaterThan(extra([failed]))
  })

  it('is not told of ratios, queries, verdicts, metrics that are not there, or where the margin allows nearly as much', () => {
    expect(said(undefined)).toBe('')
    expect(
      said([
        { metric: 'rate', then: 'pause' },
        { metric: 'gone', then: 'pause' },
        { verdict: 'gate', then: 'pause' },
        { prometheus: 'prom', query: 'up', is: 'below', limit: 1, then: 'pause' },
        { event: 'bought', worse: 'less', then: 'pause', margin: 0.6 },
      ]),
    ).toBe('')
  })
})
