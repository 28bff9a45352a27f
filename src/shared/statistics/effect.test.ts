import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { relativeError, statisticsVectors } from '../../../tests/support/statistics.ts'
import { type Arm, meanVariance } from './arm.ts'
import { welchDof } from './effect.ts'
import { fiellerLift, ratioInput } from './fieller.ts'

const aMean = fc
  .double({ min: -1000, max: 1000, noNaN: true, noDefaultInfinity: true })
  .map((x) => (Math.abs(x) < 1e-6 ? 1 : x))
const anArm: fc.Arbitrary<Arm> = fc.record({
  n: fc.integer({ min: 2, max: 1e7 }),
  mean: aMean,
  variance: fc.double({ min: 1e-6, max: 1e5, noNaN: true }),
})
const aFactor = fc.double({ min: 0.5, max: 40, noNaN: true })

describe("Fieller's set", () => {
  it('has the ends that a search for them finds', () => {
    const errors = statisticsVectors.lifts.map(({ given, ends }) => {
      const [difference = 0, baseline = 0, treatment = 0, control = 0, factor = 0] = given
      const lift = fiellerLift(
        {
          difference,
          baseline,
          differenceVariance: treatment + control,
          baselineVariance: control,
          covariance: -control,
        },
        factor,
      )
      const found = lift.type === 'bounded' ? lift.interval : [Number.NaN, Number.NaN]
      return Math.max(...ends.map((end, at) => relativeError(found[at] ?? Number.NaN, end)))
    })
    expect(Math.max(...errors)).toBeLessThan(1e-12)
  })

  it('has 0 outside exactly where the difference is beyond c standard errors, for every c', () => {
    fc.assert(
      fc.property(anArm, anArm, aFactor, (control, treatment, factor) => {
        const lift = fiellerLift(ratioInput(control, treatment), factor)
        fc.pre(lift.type === 'bounded')
        const beyond =
          Math.abs(treatment.mean - control.mean) > factor * Math.sqrt(meanVariance(control) + meanVariance(treatment))
        expect(lift.type === 'bounded' && (lift.interval[0] > 0 || lift.interval[1] < 0)).toBe(beyond)
      }),
      { numRuns: 500 },
    )
  })

  it('has the lift inside, and grows with c', () => {
    fc.assert(
      fc.property(anArm, anArm, aFactor, (control, treatment, factor) => {
        const [one, more] = [1, 1.1].map((times) => fiellerLift(ratioInput(control, treatment), factor * times))
        if (one?.type !== 'bounded') return
        const wide = 1e-9 * (1 + Math.abs(one.lift))
        expect(one.interval[0]).toBeLessThanOrEqual(one.lift + wide)
        expect(one.interval[1]).toBeGreaterThanOrEqual(one.lift - wide)
        if (more?.type !== 'bounded') return
        expect(more.interval[0]).toBeLessThanOrEqual(one.interval[0] + wide)
        expect(more.interval[1]).toBeGreaterThanOrEqual(one.interval[1] - wide)
      }),
      { numRuns: 200 },
    )
  })

  it('does not change with the unit of the metric', () => {
    fc.assert(
      fc.property(
        anArm,
        anArm,
        aFactor,
        fc.constantFrom(1e-120, 1e-6, 1e6, 1e120),
        (control, treatment, factor, unit) => {
          const scaled = (arm: Arm): Arm => ({ ...arm, mean: arm.mean * unit, variance: arm.variance * unit * unit })
          const [here, there] = [
            fiellerLift(ratioInput(control, treatment), factor),
            fiellerLift(ratioInput(scaled(control), scaled(treatment)), factor),
          ]
          if (here.type !== 'bounded' || there.type !== 'bounded' || here.g > 0.99) return
          const width = here.interval[1] - here.interval[0]
          expect(Math.abs(here.interval[0] - there.interval[0])).toBeLessThanOrEqual(
            1e-6 * (width + Math.abs(here.interval[0])),
          )
        },
      ),
      { numRuns: 200 },
    )
  })

  it('is every lift that fits the data and no other, also where it is unbounded', () => {
    // Baselines that may be 0: two thirds of the sets are unbounded, with and without a gap.
    const aNoisyArm = fc.record({
      n: fc.constant(100),
      mean: fc.double({ min: -3, max: 3, noNaN: true }).filter((mean) => Math.abs(mean) > 1e-3),
      variance: fc.double({ min: 10, max: 300, noNaN: true }),
    })
    const lifts = fc.array(fc.double({ min: -30, max: 30, noNaN: true }), { minLength: 20, maxLength: 20 })
    const seen = new Set<string>()
    fc.assert(
      fc.property(aNoisyArm, aNoisyArm, fc.constantFrom(1, 2, 3), lifts, (control, treatment, factor, tried) => {
        const found = fiellerLift(ratioInput(control, treatment), factor)
        if (found.type === 'baseline_zero') return
        const set = found.type === 'bounded' ? found.type : found.set
        seen.add(set)
        const [low, high] = found.type === 'bounded' ? found.interval : (found.gap ?? [0, 0])
        for (const lift of [...tried, found.lift]) {
          // (N - L·D)² and c²(vN - 2L·cND + L²·vD), computed from the arms.
          const side = control.mean < 0 ? -1 : 1
          const off = treatment.mean - (1 + side * lift) * control.mean
          const reach = factor ** 2 * (meanVariance(treatment) + (1 + side * lift) ** 2 * meanVariance(control))
          // An end is on neither side.
          if (Math.abs(off * off - reach) < 1e-6 * (off * off + reach)) continue
          const isInside = set === 'all' || (lift > low && lift < high) === (set === 'bounded')
          expect([set, isInside]).toEqual([set, off * off < reach])
        }
      }),
      { numRuns: 500 },
    )
    expect([...seen].toSorted()).toEqual(['all', 'bounded', 'exclusive'])
  })

  it('is every lift where the baseline is just c standard errors from 0, or a gap has no width', () => {
    const at = (difference: number, variance: number, covariance: number) =>
      fiellerLift({ difference, baseline: 1, differenceVariance: variance, baselineVariance: variance, covariance }, 1)
    expect(at(0, 1, 0)).toEqual({ type: 'unbounded', set: 'all', lift: 0, g: 1 })
    expect(at(1, 4, 4)).toEqual({ type: 'unbounded', set: 'all', lift: 1, g: 4 })
  })

  it('mirrors below 0: more is more', () => {
    const [control, treatment] = [
      { n: 100, mean: -10, variance: 4 },
      { n: 100, mean: -8, variance: 4 },
    ]
    const lift = fiellerLift(ratioInput(control, treatment), 2)
    expect(lift).toMatchObject({ type: 'bounded', lift: 0.2 })
    expect(lift.type === 'bounded' && lift.interval[0]).toBeGreaterThan(0)
  })

  it('says when there is no relative difference', () => {
    const one = { n: 10, mean: 1, variance: 1 }
    expect(fiellerLift(ratioInput({ n: 10, mean: 0, variance: 1 }, one), 2)).toEqual({ type: 'baseline_zero' })
    expect(fiellerLift(ratioInput({ n: 10, mean: 0.1, variance: 1 }, one), 2)).toMatchObject({ type: 'unbounded' })
    expect(() => fiellerLift(ratioInput(one, one), 0)).toThrow('factor must be above 0')
    expect(() => fiellerLift({ ...ratioInput(one, one), baseline: Number.NaN }, 2)).toThrow(
      'baseline must be a finite number',
    )
  })
})

describe('the difference of means', () => {
  it("has Welch's degrees of freedom between the smaller arm's and both arms'", () => {
    fc.assert(
      fc.property(anArm, anArm, (control, treatment) => {
        const dof = welchDof(control, treatment)
        expect(dof).toBeGreaterThanOrEqual((Math.min(control.n, treatment.n) - 1) * (1 - 1e-12))
        expect(dof).toBeLessThanOrEqual((control.n + treatment.n - 2) * (1 + 1e-12))
      }),
      { numRuns: 100 },
    )
  })
})
