import { describe, expect, it } from 'vitest'
import type { AnalysisPlan } from '../../../../shared/statistics/analysis-plan.ts'
import { compareBeforeExposure } from './compare-before-exposure.ts'

const dayMs = 24 * 3_600_000
const metric = { kind: 'proportion', role: 'primary', better: 'more', margin: null, maturesAfterMs: 0 } as const
const analysis: AnalysisPlan = {
  ...{ mode: 'planned', startMs: 0, days: 14, alpha: 0.05, unitsPlanned: 10_000 },
  arms: [
    { key: 'off', weight: 50_000 },
    { key: 'on', weight: 50_000 },
  ],
  metrics: [
    { ...metric, key: 'bought', covariate: true },
    { ...metric, key: 'new' },
  ],
}
/** Sums of two arms of 5,000 users each, of which this many had the event before exposure. */
const sums = (off: number, on: number) =>
  (['off', 'on'] as const).map((arm) => {
    const x = arm === 'off' ? off : on
    return { metric: 'bought', cohort: 0, endMs: dayMs, arm, n: 5_000, y: 900, yy: 900, x, xx: x, xy: x / 2 }
  })

describe('what users did before they came', () => {
  it('differs where that is beyond chance, whatever they did since', () => {
    expect(compareBeforeExposure(analysis, sums(1_000, 1_020), 2 * dayMs)).toMatchObject([
      { metric: 'bought', arm: 'on', differs: false },
    ])
    const [found] = compareBeforeExposure(analysis, sums(1_000, 1_300), 2 * dayMs)
    expect(found).toMatchObject({ differs: true, lift: expect.closeTo(0.3) })
    expect(found?.liftInterval?.[0]).toBeGreaterThan(0)
  })

  it('is not known where nobody was seen, and of metrics that do not look', () => {
    expect(compareBeforeExposure(analysis, sums(0, 0), 2 * dayMs)).toEqual([])
    expect(compareBeforeExposure({ ...analysis, metrics: [{ ...metric, key: 'new' }] }, [], 2 * dayMs)).toEqual([])
  })
})
