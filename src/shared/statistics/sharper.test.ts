import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantileOf, quantileRanks, sumsOf } from '../../../tests/support/samples.ts'
import { drawsOf } from '../../../tests/support/statistics.ts'
import { type Arm, meanArm, meanVariance } from './arm.ts'
import { adjusted, type PairedSums, pairedArm, pooledTheta } from './cuped.ts'
import { sumOf } from './moments.ts'
import { controlUnits, smallestDifference } from './power.ts'
import { quantileArm } from './quantile.ts'
import { ratioArm } from './ratio.ts'
import { stratified } from './strata.ts'

const pairs = (before: readonly number[], after: readonly number[]): PairedSums => ({
  before: sumsOf(before),
  after: sumsOf(after),
  product: sumOf(before.map((x, at) => x * (after[at] ?? 0))),
})
const effectOf = (control: Arm, treatment: Arm) => ({
  estimate: treatment.mean - control.mean,
  standardError: Math.sqrt(meanVariance(control) + meanVariance(treatment)),
})
/** Units whose value depends on their value before. The treatment adds `more`. */
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
    const plain = effectOf(meanArm(c.after), meanArm(t.after))
    const sharp = effectOf(found.control, found.treatment)
    // correlation² is 4/5
    expect((sharp.standardError / plain.standardError) ** 2).toBeCloseTo(0.2, 1)
    expect(Math.abs(sharp.estimate - 0.2)).toBeLessThan(3 * sharp.standardError)
    expect(found.theta).toBeCloseTo(1, 1)
  })

  it('changes nothing where nobody did anything before', () => {
    const [c, t] = [pairs([0, 0, 0], [1, 2, 4]), pairs([0, 0, 0], [2, 2, 5])]
    const found = adjusted(pairedArm('mean', c), pairedArm('mean', t), pooledTheta(c, t))
    expect(found.theta).toBe(0)
    expect(effectOf(found.control, found.treatment)).toEqual(effectOf(meanArm(c.after), meanArm(t.after)))
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
  it('needs the units with which its difference is the smallest that is found', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 0.1, noNaN: true }),
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        fc.double({ min: 0.001, max: 0.2, noNaN: true }),
        fc.double({ min: 0.55, max: 0.99, noNaN: true }),
        (difference, ratio, alpha, power) => {
          const plan = { controlVariance: 0.05, treatmentVariance: 0.06, difference, ratio, alpha }
          expect(smallestDifference(plan, controlUnits(plan, power), power)).toBeCloseTo(difference, 9)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('is refused if no number of units suffices', () => {
    const plan = { controlVariance: 0.05, treatmentVariance: 0.06, difference: 0.01, ratio: 1, alpha: 0.05 }
    expect(() => controlUnits({ ...plan, difference: 0 }, 0.8)).toThrow('difference must not be 0')
    expect(() => controlUnits(plan, 1)).toThrow('power must be between 0 and 1')
  })
})

describe('quantiles', () => {
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
})
