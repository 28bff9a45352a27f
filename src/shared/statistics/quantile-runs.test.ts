import { describe, expect, it } from 'vitest'
import { day, plan } from '../../../tests/support/analysis.ts'
import { quantileOf } from '../../../tests/support/samples.ts'
import { draws } from '../../../tests/support/seed.ts'
import { drawsOf } from '../../../tests/support/statistics.ts'
import { analyse } from './analyse.ts'
import type { CohortSums, Look, PlannedMetric } from './analysis-plan.ts'
import { lookBounds } from './spending.ts'

const many = draws(1)

const known = new Map<string, number[]>()
// All runs have the same number of units per day, and therefore the same bounds.
const remembered: typeof lookBounds = (looks, alpha, spending) => {
  const key = JSON.stringify([looks, alpha])
  const found = known.get(key) ?? lookBounds(looks, alpha, spending)
  known.set(key, found)
  return found
}

const median: PlannedMetric = {
  ...{ key: 'load', kind: 'quantile', at: 0.5, role: 'primary', better: 'less', margin: null, maturesAfterMs: 0 },
}

/** The quantile and the values at its outer ranks, as event stores report them. */
const told = (values: readonly number[]) => {
  const found = quantileOf(values, 0.5)
  if (found === undefined) throw new Error('there are values')
  const { n, quantile, lower, upper } = found
  const below = values.reduce((most, value) => (value < lower ? Math.max(most, value) : most), -Infinity)
  const above = values.reduce((least, value) => (value > upper ? Math.min(least, value) : least), Infinity)
  return {
    did: n,
    quantile,
    lower: Number.isFinite(below) ? below : lower,
    upper: Number.isFinite(above) ? above : upper,
  }
}

/** Simulates 14 days with 50 units in each arm and a look every night. Returns the result of the last night. */
const run = (seed: number, draw: (uniform: number, arm: 'off' | 'on') => number) => {
  const draws = drawsOf(seed)
  const seen = { off: [] as number[], on: [] as number[] }
  const [sums, looks]: [CohortSums[], Look[]] = [[], []]
  for (let today = 0; today < 14; today += 1) {
    for (const arm of ['off', 'on'] as const) {
      for (let unit = 0; unit < 50; unit += 1) seen[arm].push(draw(draws.uniform(), arm))
      const row = { metric: 'load', cohort: today, endMs: (today + 1) * day, arm, n: 50, y: 50, yy: 50 }
      sums.push({ ...row, ...told(seen[arm]) })
    }
    const people = sums.map(({ cohort, arm, n }) => ({ cohort, arm, n }))
    const { look } = analyse({ ...plan, metrics: [median] }, { people, sums }, looks, (today + 1) * day, remembered)
    if (look) looks.push(look)
  }
  return looks.at(-1)?.results[0]
}
const verdicts = (from: number, draw: Parameters<typeof run>[1]) =>
  Array.from({ length: 200 * many }, (_, seed) => run(from + seed, draw)?.verdict)
const decided = (all: readonly (string | undefined)[]) => all.filter((one) => one === 'wins' || one === 'loses').length

/** Milliseconds, most between 50 and 200. */
const latency = (uniform: number): number => -100 * Math.log(uniform)

describe('200 runs of a median, looked at every night', () => {
  it('without a difference are decided in at most one of ten', () => {
    // 5 % of 200, plus what chance can add (99.9 %).
    expect(decided(verdicts(1, latency))).toBeLessThanOrEqual(21 * many)
  })

  it('are not decided by values that many share, where half of all are at most one of them', () => {
    const coarse = (uniform: number) => (uniform <= 0.5 ? 3 : uniform <= 0.8 ? 4 : 5)
    expect(decided(verdicts(1_001, coarse))).toBeLessThanOrEqual(2 * many)
  })

  it('with a third less find it in most', () => {
    const found = verdicts(2_001, (uniform, arm) => latency(uniform) * (arm === 'on' ? 0.67 : 1))
    expect(found.filter((one) => one === 'wins').length).toBeGreaterThan(180 * many)
    expect(found).not.toContain('loses')
  })
})

describe('a quantile that cannot be compared', () => {
  const at = (rows: readonly Partial<CohortSums>[]) => {
    const sums = rows.flatMap((one, cohort) =>
      ['off', 'on'].map((arm) => ({
        ...{ metric: 'load', cohort, endMs: (cohort + 1) * day, arm, n: 9, y: 9, yy: 9 },
        ...one,
      })),
    )
    return analyse({ ...plan, metrics: [median] }, { people: [], sums }, [], day * rows.length).results[0]
  }
  const value = { quantile: 5, lower: 4, upper: 6 }

  it('says why', () => {
    expect(at([{}])?.status).toBe('no_data')
    expect(at([{ ...value, did: 1 }])?.status).toBe('too_few_units')
    expect(at([{ ...value, did: 19 }])?.status).toBe('small_counts')
    expect(at([{ did: 500, quantile: 5, lower: 5, upper: 5 }])?.status).toBe('zero_variance')
    expect(at([{ ...value, did: 1.5 }])?.status).toBe('invalid_input')
  })

  it('reads the newest cohort alone, also where nobody new came', () => {
    const found = at([
      { ...value, did: 100 },
      { ...value, did: 200, quantile: 8 },
    ])
    expect(found).toMatchObject({ status: 'ok', units: 400, control: 8, treatment: 8, difference: 0 })
  })
})
