import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawsOf } from '../../../tests/support/statistics.ts'
import { meanArm } from './arm.ts'
import { absolutePrior, posterior } from './bayes.ts'
import { adjusted, type PairedSums, pairedArm, pooledTheta } from './cuped.ts'
import { differenceOf } from './effect.ts'
import { sumOf, sumsOf } from './moments.ts'
import {
  controlUnits,
  powerAt,
  powerPlan,
  powerWith,
  smallestDifference,
  smallestLift,
  unitsStillNeeded,
  weeksUntil,
} from './power.ts'
import { mayBeQuantile, quantileArm, quantileOf, quantileRanks } from './quantile.ts'
import { ratioArm } from './ratio.ts'
import { normalTailQuantile } from './special/normal.ts'
import { stratified } from './strata.ts'
import { capAt, cappedSums, percentileOf } from './winsor.ts'

const pairs = (before: readonly number[], after: readonly number[]): PairedSums => ({
  before: sumsOf(before),
  after: sumsOf(after),
  product: sumOf(before.map((x, at) => x * (after[at] ?? 0))),
})
/** Units whose value hangs on what they did before; the treatment adds `more`. */
const units = (seed: number, n: number, more: number) => {
  const draws = drawsOf(seed)
  const before = Array.from({ length: n }, () => 5 + 2 * draws.normal())
  return { before, after: before.map((x) => x + more + draws.normal()) }
}

describe('what units did before', () => {
  it('makes the comparison as sharp as the correlation allows, and leaves the effect where it is', () => {
    const [control, treatment] = [units(1, 4000, 0), units(2, 4000, 0.2)]
    const [c, t] = [pairs(control.before, control.after), pairs(treatment.before, treatment.after)]
    const found = adjusted(pairedArm('mean', c), pairedArm('mean', t), pooledTheta(c, t))
    const plain = differenceOf(meanArm(c.after), meanArm(t.after))
    const sharp = differenceOf(found.control, found.treatment)
    // correlation² is 4/5
    expect((sharp.standardError / plain.standardError) ** 2).toBeCloseTo(0.2, 1)
    expect(Math.abs(sharp.estimate - 0.2)).toBeLessThan(3 * sharp.standardError)
    expect(found.theta).toBeCloseTo(1, 1)
  })

  it('changes nothing where nobody did anything before', () => {
    const [c, t] = [pairs([0, 0, 0], [1, 2, 4]), pairs([0, 0, 0], [2, 2, 5])]
    const found = adjusted(pairedArm('mean', c), pairedArm('mean', t), pooledTheta(c, t))
    expect(found.theta).toBe(0)
    expect(differenceOf(found.control, found.treatment)).toEqual(differenceOf(meanArm(c.after), meanArm(t.after)))
  })
})

describe('a ratio of sums', () => {
  it('is a mean where every unit has one below, and knows no ratio over nothing', () => {
    const over = sumsOf([1, 0, 4, 2])
    const found = ratioArm({ over, under: sumsOf([1, 1, 1, 1]), product: over.sum })
    expect(found).toEqual(meanArm(over))
    expect(ratioArm({ over, under: sumsOf([0, 0, 0, 0]), product: 0 })).toBeUndefined()
  })

  it('has no spread where numerator and denominator go together', () => {
    const found = ratioArm({ over: sumsOf([2, 4, 6]), under: sumsOf([1, 2, 3]), product: 2 + 8 + 18 })
    expect(found).toMatchObject({ mean: 2, variance: 0 })
  })
})

describe('strata', () => {
  it('with the same split are one, and those without units in both arms weigh nothing', () => {
    const arm = (n: number, mean: number) => ({ n, mean, variance: 1 })
    const one = { control: arm(100, 1), treatment: arm(100, 2) }
    expect(stratified([one, one])).toMatchObject({ difference: 1, units: 400 })
    expect(stratified([one, { control: arm(0, 9), treatment: arm(50, 9) }])).toEqual(stratified([one]))
    expect(stratified([])).toBeUndefined()
  })
})

describe('a plan', () => {
  const metric = { kind: 'proportion', baseline: 0.05 } as const
  it('has the power it was made for, and finds what it was made for', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.02, max: 0.8, noNaN: true }),
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        fc.double({ min: 0.001, max: 0.2, noNaN: true }),
        fc.double({ min: 0.55, max: 0.99, noNaN: true }),
        (lift, ratio, alpha, power) => {
          const plan = powerPlan(metric, lift, { ratio, alpha })
          const needed = controlUnits(plan, power)
          // the other side's tail adds a little
          expect(powerWith(plan, needed)).toBeGreaterThanOrEqual(power - 1e-9)
          expect(powerWith(plan, needed)).toBeLessThan(power + alpha / 2)
          expect(smallestDifference(plan, needed, power)).toBeCloseTo(plan.difference, 9)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('says how many more units a run needs, at once and looked at always', () => {
    const arm = { n: 1000, mean: 0.1, variance: 0.09 }
    const run = { control: arm, treatment: arm, relative: 0.1, alpha: 0.05 }
    for (const given of [run, { ...run, unitsPlanned: 20_000 }]) {
      const more = unitsStillNeeded(given, 0.8)
      expect(powerAt(given, 1 + more)).toBeCloseTo(0.8, 9)
    }
    expect(unitsStillNeeded({ ...run, relative: 2 }, 0.8)).toBe(0)
    expect(unitsStillNeeded({ ...run, relative: 1e-9 }, 0.8)).toBe(Infinity)
    expect(smallestLift(arm, arm, normalTailQuantile(0.025))).toBeGreaterThan(0.3)
    expect([weeksUntil(10_000, 1000), weeksUntil(1, 1000), weeksUntil(1e9, 10)]).toEqual([2, 1, undefined])
  })

  it('refuses what no plan can have', () => {
    expect(() => controlUnits(powerPlan(metric, 0, { ratio: 1, alpha: 0.05 }), 0.8)).toThrow('difference must not be 0')
    expect(() => powerPlan(metric, 30, { ratio: 1, alpha: 0.05 })).toThrow(
      'baseline with the effect must be between 0 and 1',
    )
    expect(() => controlUnits(powerPlan(metric, 0.1, { ratio: 1, alpha: 0.05 }), 1)).toThrow(
      'power must be between 0 and 1',
    )
  })
})

describe('caps and quantiles', () => {
  it('lie between the values, in proportion', () => {
    expect(percentileOf([4, 1, 2, 3], 0.5)).toBe(2.5)
    expect([percentileOf([7], 0.9), percentileOf([], 0.9), percentileOf([1, 2], 1)]).toEqual([7, undefined, 2])
    expect(capAt([0, 0, 0, 10, 20], 0.5, true)).toBe(15)
    expect(cappedSums([1, 5, 9], 5)).toEqual({ n: 3, sum: 11, sumsq: 51, capped: 1 })
    expect(() => percentileOf([1, Number.NaN], 0.5)).toThrow('values[1] must be a finite number')
    expect(() => percentileOf([1], 2)).toThrow('q must be from 0 to 1')
  })

  it('are held by their ranks in 19 of 20 samples', () => {
    const held = Array.from({ length: 400 }, (_, seed) => {
      const draws = drawsOf(seed)
      const found = quantileOf(
        Array.from({ length: 200 }, () => -Math.log(draws.uniform())),
        0.75,
      )
      return found !== undefined && found.lower <= Math.log(4) && Math.log(4) <= found.upper
    }).filter(Boolean)
    expect(held.length).toBeGreaterThan(365)
    expect(quantileOf([], 0.5)).toBeUndefined()
    expect(quantileRanks(0.999, 10)[1]).toBe(1)
    expect(quantileRanks(0.75, 300)).toEqual([0.701, 0.799].map((rank) => expect.closeTo(rank, 4)))
    expect(quantileArm({ n: 200, values: 200, quantile: 3, lower: 3, upper: 3 }).variance).toBe(1e-5)
  })

  it('by event take the unit for what was drawn: units with many events count once', () => {
    // one loud unit with a thousand slow events beside a hundred with one quick event each
    const units = [{ events: 1000, atMost: 0 }, ...Array.from({ length: 100 }, () => ({ events: 1, atMost: 1 }))]
    expect(mayBeQuantile(units, 0.5, 1.96)).toBe(true)
    expect(mayBeQuantile(units.slice(1), 0.5, 1.96)).toBe(false)
    expect(mayBeQuantile([], 0.5, 1.96)).toBe(true)
  })
})

describe('the Bayesian view', () => {
  it('lies between the prior and what was seen, and its risks differ by the effect', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -2, max: 2, noNaN: true }),
        fc.double({ min: 0.01, max: 2, noNaN: true }),
        (estimate, standardError) => {
          const effect = { estimate, standardError, dof: 100 }
          const found = posterior(effect, { mean: 0, variance: 0.09 }, 0.05)
          expect(Math.abs(found.mean)).toBeLessThanOrEqual(Math.abs(estimate))
          expect(found.risk.keep - found.risk.ship).toBeCloseTo(found.mean, 9)
          const turned = posterior(effect, { mean: 0, variance: 0.09 }, 0.05, true)
          expect(turned.chanceToWin + found.chanceToWin).toBeCloseTo(1, 12)
        },
      ),
      { numRuns: 50 },
    )
    expect(posterior({ estimate: 1, standardError: 1, dof: 9 }, null, 0.05).mean).toBe(1)
    // one observation and a prior of the same weight meet in the middle
    const met = posterior({ estimate: 1, standardError: 1, dof: 9 }, { mean: 3, variance: 1 }, 0.05)
    expect([met.mean, met.sd]).toEqual([2, Math.SQRT1_2].map((x) => expect.closeTo(x, 12)))
    expect(met.interval).toEqual([2 - 1.3859, 2 + 1.3859].map((x) => expect.closeTo(x, 4)))
    expect(absolutePrior({ mean: 0.01, variance: 0.04 }, -5)).toEqual({ mean: 0.05, variance: 1 })
    expect(() => posterior({ estimate: 1, standardError: 0, dof: 9 }, null, 0.05)).toThrow(
      'standardError must be above 0',
    )
  })
})
