import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MetricDefinition } from '../metrics/schemas/metric.ts'
import { evaluateExperimentGuard } from './evaluate-guards.ts'
import type { PlanMetric } from './run-plan.ts'
import { ExperimentGuard } from './schemas/experiment.ts'

const definition = MetricDefinition.parse({
  ...{ name: 'Failures', better: 'less', from: 'anyone', measure: { kind: 'proportion', of: { event: 'failed' } } },
})
const metric: PlanMetric = { key: 'failures', version: 1, role: 'guard', definition, margin: null, cap: null }
const arms = [
  { variant: 'off', weight: 50_000 },
  { variant: 'on', weight: 50_000 },
]
const counts = (did: readonly number[], units: readonly number[] = [5_000, 5_000]) =>
  did.map((one, arm) => ({ units: units[arm] ?? 0, did: one }))
const weighed = (
  all: ReturnType<typeof counts>,
  trusted: ReturnType<typeof counts>,
  more: Partial<ExperimentGuard> = {},
) => {
  const guard = { ...ExperimentGuard.parse({ metric: 'failures', then: 'stop' }), ...more }
  return evaluateExperimentGuard(guard, metric, { kind: 'counts', all, trusted }, { arms, guards: [guard] })[0]
}
const harm = [100, 200]

describe('a guard', () => {
  it('is against by what servers said, whatever pages add', () => {
    fc.assert(
      fc.property(fc.nat(20_000), fc.nat(20_000), (control, treatment) => {
        const added = counts([100 + control, 200 + treatment], [5_000 + control, 5_000 + treatment])
        expect(weighed(added, counts(harm))).toMatchObject({ state: 'against', trusted: true })
      }),
    )
  })

  it('says so, with the numbers of servers; pages that are trusted are heard', () => {
    const added = counts([3_100, 200], [8_000, 5_000])
    expect(weighed(added, counts(harm))?.text).toBe(
      'With on 200 of 5,000 users had Failures, with off 100 of 5,000. That is more than chance explains. Servers say so, and what pages said would hide it.',
    )
    expect(weighed(added, counts(harm), { trustClients: true })?.state).not.toBe('against')
  })

  it('does not believe servers alone that report too few of one arm', () => {
    const [all, trusted] = [counts([200, 200]), counts([50, 200], [1_250, 5_000])]
    expect(weighed(all, trusted)?.state).not.toBe('against')
    expect(weighed(counts(harm), counts([0, 0]))).toMatchObject({ state: 'against', trusted: false })
  })
})
