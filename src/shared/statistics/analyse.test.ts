import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cohortsOf, conversion, day, plan, row } from '../../../tests/support/analysis.ts'
import { analyse } from './analyse.ts'
import type { Analysis, AnalysisPlan, CohortSums, Look } from './analysis-plan.ts'
import { lookBounds } from './spending.ts'

const uneven = [row(0, 'off', 1000, 100), row(0, 'on', 1000, 130), row(1, 'off', 1000, 100), row(1, 'on', 1000, 140)]
const at = (sums: readonly CohortSums[], nowMs: number, looks: readonly Look[] = [], own: Partial<AnalysisPlan> = {}) =>
  analyse({ ...plan, ...own }, cohortsOf(sums), looks, nowMs)
const firstOf = (found: Analysis) => found.results[0]
/** Takes a look on each of these nights and analyses the run after the last. */
const nights = (sums: readonly CohortSums[], last: number, own: Partial<AnalysisPlan> = {}) => {
  const looks: Look[] = []
  let found = at(sums, 0, looks, own)
  for (let night = 1; night <= last; night++) {
    found = at(sums, night * day, looks, own)
    if (found.look) looks.push(found.look)
  }
  return { looks, found }
}

describe('an analysis', () => {
  it('decides at a look, and the decision stays whatever comes', () => {
    const strong = Array.from({ length: 14 }, (_, cohort) => [
      row(cohort, 'off', 2000, 200),
      row(cohort, 'on', 2000, cohort < 7 ? 300 : 100),
    ]).flat()
    const { looks, found } = nights(strong, 14)
    const first = looks.find(({ results }) => results[0]?.verdict === 'wins')
    expect(first?.number).toBeLessThan(7)
    expect(firstOf(found)).toMatchObject({ verdict: 'wins', decidedAt: first?.number })
    expect(found.over).toBe(true)
    expect(at(strong, 15 * day, looks)).toMatchObject({ look: null, over: true })
  })

  it('goes on between looks with the critical value of the last, also after the end', () => {
    const first = at(uneven, day).look
    const looks = first ? [first] : []
    const [look] = first?.results ?? []
    expect(look?.factor).toBeGreaterThan(1.9)
    for (const moment of [day + 1, day + 3_600_000, 1.9 * day])
      expect(at(uneven.slice(0, 2), moment, looks).results[0]).toMatchObject({
        factor: look?.factor,
        interval: look?.interval,
      })
    const over = at(uneven, 2 * day, looks, { days: 2 })
    const all = [...looks, ...(over.look ? [over.look] : [])]
    expect(at(uneven, 2 * day + 1, all, { days: 2 }).results[0]?.interval).toEqual(over.results[0]?.interval)
  })

  it('decides nothing between looks, and gives the same twice', () => {
    const found = at(uneven, 1.5 * day, nights(uneven, 1).looks)
    expect(found.look).toBeNull()
    expect(firstOf(found)?.verdict).toBe('not-decided')
    expect(at(uneven, 1.5 * day, nights(uneven, 1).looks)).toEqual(found)
  })

  it('asks for no bound that it does not show', () => {
    const few = [row(0, 'off', 50, 2), row(0, 'on', 50, 3)]
    const same = [row(0, 'off', 50, 50), row(0, 'on', 50, 50)]
    const asked = (sums: readonly CohortSums[]) => {
      let bounds = 0
      const counted: typeof lookBounds = (looks, ...rest) => {
        bounds += 1
        return lookBounds(looks, ...rest)
      }
      analyse(plan, cohortsOf(sums), [], day, counted)
      return bounds
    }
    expect([few, same, [], uneven.slice(0, 2)].map(asked)).toEqual([0, 0, 0, 1])
  })

  it('can be read while a clock is behind the last look', () => {
    const few = [row(0, 'off', 50, 2), row(0, 'on', 50, 3)]
    const { looks } = nights(few, 1)
    expect(looks[0]?.results[0]?.factor).toBeNull()
    for (const moment of [day - 1, day / 2, -day])
      expect(at(uneven, moment, looks, { metrics: [{ ...conversion, maturesAfterMs: -2 * day }] }).look).toBeNull()
  })

  it('counts a look of a night once, and misses none by being late', () => {
    const { looks } = nights(uneven, 3)
    expect(looks.map(({ number, time }) => [number, Math.round(time * 14)])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ])
    expect(at(uneven, 3 * day + 5, looks).look).toBeNull()
    expect(at(uneven, 6.5 * day, looks).look).toMatchObject({ number: 4, atMs: 6 * day })
  })

  it('takes cohorts whole, when their time is over', () => {
    const slow = { metrics: [{ ...conversion, maturesAfterMs: 3 * day }] }
    expect(firstOf(at(uneven, 3 * day, [], slow))).toMatchObject({ status: 'immature', verdict: 'too-early', units: 0 })
    expect(firstOf(at(uneven, 4 * day, [], slow))).toMatchObject({ units: 2000, difference: 0.03 })
    expect(firstOf(at(uneven, 5 * day, [], slow))?.units).toBe(4000)
    expect(firstOf(at([], 5 * day))).toMatchObject({ status: 'no_data', verdict: 'too-early' })
  })

  it('reads nothing while samples are off, or somebody is where nobody should be', () => {
    const off = [row(0, 'off', 10_412, 900), row(0, 'on', 9_411, 1100)]
    expect(firstOf(at(off, 2 * day))).toMatchObject({ verdict: 'samples-off', decidedAt: null })
    expect(at(off, 2 * day).samples.off).toBe(true)
    const stray = at([...uneven, row(0, 'gone', 3, 0)], 2 * day)
    expect(stray.samples).toMatchObject({ status: 'unexpected_arm', off: true })
  })

  it('holds one look of a fixed run, at its end', () => {
    const { looks, found } = nights(uneven, 14, { mode: 'fixed' })
    expect(looks.map(({ number, time }) => [number, time])).toEqual([[1, 1]])
    expect(firstOf(found)).toMatchObject({ verdict: 'wins', decidedAt: 1 })
  })

  it('waits in an open-ended run until the approximation holds', () => {
    const few = [row(0, 'off', 90, 20), row(0, 'on', 90, 20)]
    expect(firstOf(at(few, 2 * day, [], { mode: 'open-ended' }))?.status).toBe('burn_in')
    const rare = [row(0, 'off', 900, 9), row(0, 'on', 900, 20)]
    expect(firstOf(at(rare, 2 * day, [], { mode: 'open-ended' }))?.status).toBe('burn_in')
    expect(firstOf(at(rare, 2 * day))?.status).toBe('small_counts')
  })

  it('wins in an open-ended run exactly where the adjusted p is below α, and its band says the same', () => {
    const two = [conversion, { ...conversion, key: 'visit' }]
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 700 }), fc.integer({ min: 300, max: 700 }), (purchases, visits) => {
        const sums = [row(0, 'off', 5000, 500), row(0, 'on', 5000, purchases)]
        const also = [row(0, 'off', 5000, 500, { metric: 'visit' }), row(0, 'on', 5000, visits, { metric: 'visit' })]
        const found = at([...sums, ...also], 2 * day, [], { mode: 'open-ended', metrics: two })
        for (const { p, verdict, interval } of found.results) {
          const outside = interval !== null && (interval[0] > 0 || interval[1] < 0)
          expect(outside).toBe((p ?? 1) < 0.05)
          expect(['wins', 'loses'].includes(verdict)).toBe(outside)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('shares α among primary metrics and arms; secondary ones are shown and decide nothing', () => {
    const two = {
      metrics: [
        conversion,
        { ...conversion, key: 'visit' },
        { ...conversion, key: 'view', role: 'secondary' as const },
      ],
    }
    const sums = ['purchase', 'visit', 'view'].flatMap((metric) => uneven.map((one) => ({ ...one, metric })))
    const found = at(sums, 14 * day, [], two)
    expect(found.results.map(({ factor }) => Math.round((factor ?? 0) * 100) / 100)).toEqual([2.24, 2.24, 1.96])
    expect(found.results[2]).toMatchObject({ decidedAt: null })
  })

  it('says no worse of a guard, and no difference where both sides are within the margin', () => {
    const same = [row(0, 'off', 400_000, 40_000), row(0, 'on', 400_000, 40_020)]
    const margin = { relative: 0.02 }
    expect(firstOf(at(same, 14 * day, [], { metrics: [{ ...conversion, margin }] }))?.verdict).toBe('no-difference')
    const guard = { ...conversion, margin, role: 'guard' as const }
    expect(firstOf(at(same, 14 * day, [], { metrics: [guard] }))?.verdict).toBe('no-worse')
    expect(firstOf(at(uneven, 14 * day, [], { metrics: [{ ...conversion, better: 'less' }] }))?.verdict).toBe('loses')
  })

  it('compares within cohorts where the plan says so, so that a split that changed does not mislead', () => {
    // Early users buy less, and nearly all are in the control.
    const changed = [
      row(0, 'off', 9900, 495),
      row(0, 'on', 100, 5),
      row(1, 'off', 5000, 1000),
      row(1, 'on', 5000, 1000),
    ]
    const weights = {
      arms: [
        { key: 'off', weight: 14_900 },
        { key: 'on', weight: 5_100 },
      ],
    }
    expect(firstOf(at(changed, 14 * day, [], weights))?.verdict).toBe('wins')
    const within = firstOf(at(changed, 14 * day, [], { ...weights, byCohort: true }))
    expect(within).toMatchObject({ verdict: 'not-decided', difference: 0 })
  })

  it('is sharper with what units did before', () => {
    const paired = [
      row(0, 'off', 1000, 5000, { yy: 34_000, x: 5000, xx: 34_000, xy: 33_000 }),
      row(0, 'on', 1000, 5050, { yy: 34_500, x: 5000, xx: 34_000, xy: 33_200 }),
    ]
    const mean = { ...conversion, kind: 'mean' as const }
    const [plain, sharp] = [false, true].map((covariate) =>
      firstOf(at(paired, 14 * day, [], { metrics: [{ ...mean, covariate }] })),
    )
    expect(sharp?.standardError).toBeLessThan((plain?.standardError ?? 0) / 2)
    expect(sharp?.liftStatus).toBe('ok')
  })

  it('gives the same whether days come as one cohort or as many', () => {
    const whole = [row(1, 'off', 2000, 200), row(1, 'on', 2000, 270)]
    const [one, other] = [firstOf(at(whole, 14 * day)), firstOf(at(uneven, 14 * day))]
    expect(one).toEqual(other)
  })

  it('names the number of a metric that no units can have, and goes on with the others', () => {
    const broken = [...uneven, row(0, 'off', 5, 9, { metric: 'visit' }), row(0, 'on', 5, 3, { metric: 'visit' })]
    const found = at(broken, 14 * day, [], { metrics: [conversion, { ...conversion, key: 'visit' }] })
    expect(found.results[1]).toMatchObject({
      status: 'invalid_input',
      problem: 'off.sum must be at most off.n, as each unit counts once',
    })
    expect(found.results[0]?.verdict).toBe('wins')
    expect(() => at([row(0, 'off', Number.NaN, 1)], day)).toThrow('people.n must be a whole number')
    const constant = [row(0, 'off', 50, 100, { yy: 200 }), row(0, 'on', 50, 100, { yy: 200 })]
    expect(firstOf(at(constant, day, [], { metrics: [{ ...conversion, kind: 'mean' }] }))?.status).toBe('zero_variance')
    const ratio = { metrics: [{ ...conversion, kind: 'ratio' as const }] }
    expect(firstOf(at(uneven, 14 * day, [], ratio))?.status).toBe('denominator_zero')
  })

  it('keeps the absolute effect where there is no relative one, and says why', () => {
    const mean = { metrics: [{ ...conversion, kind: 'mean' as const }] }
    const spread = (arm: string, y: number, yy: number) => row(0, arm, 50, y, { yy })
    const [none, noise] = [
      firstOf(at([spread('off', 0, 0), spread('on', 30, 70)], 14 * day, [], mean)),
      firstOf(at([spread('off', 1, 60), spread('on', 20, 80)], 14 * day, [], mean)),
    ]
    expect(none).toMatchObject({ status: 'ok', lift: null, liftStatus: 'baseline_zero', difference: 0.6 })
    expect(noise).toMatchObject({ lift: null, liftStatus: 'baseline_not_distinguishable_from_zero', difference: 0.38 })
    expect(firstOf(at(uneven, 14 * day))).toMatchObject({ liftStatus: 'ok', lift: expect.closeTo(0.35, 12) })
  })

  it('is kept as JSON without loss, whatever it says', () => {
    const stray = [...uneven, row(0, 'gone', 3, 0)]
    const rare = [row(0, 'off', 900, 9), row(0, 'on', 900, 0)]
    for (const sums of [uneven, stray, rare, []])
      for (const mode of ['planned', 'open-ended', 'fixed'] as const) {
        const { looks, found } = nights(sums, 3, { mode })
        expect(JSON.parse(JSON.stringify({ looks, found }))).toEqual({ looks, found })
      }
  })

  it('refuses a plan that is none', () => {
    expect(() => at(uneven, day, [], { alpha: 0 })).toThrow('plan.alpha must be between 0 and 1')
    expect(() => at(uneven, day, [], { days: 0 })).toThrow('plan.days must be above 0')
    expect(() => at(uneven, day, [], { arms: plan.arms.slice(1) })).toThrow('plan.arms must be at least two')
    expect(() => at(uneven, Number.NaN)).toThrow('nowMs must be a finite number')
  })
})
