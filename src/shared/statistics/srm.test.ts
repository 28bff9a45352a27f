import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawsOf, relativeError, statisticsVectors } from '../../../tests/support/statistics.ts'
import { logRatioEvidence, ratioP, sampleRatio, samplesAreOff } from './srm.ts'

describe('the ratio of samples', () => {
  it('is the product of the probabilities of each unit', () => {
    const worst = statisticsVectors.ratios.map(({ observed, weights, log }) =>
      relativeError(logRatioEvidence(observed, weights), log),
    )
    expect(Math.max(...worst)).toBeLessThan(1e-10)
  })

  it('is a fair game: the next unit raises the evidence by 1 on average, exactly', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ units: fc.integer({ min: 0, max: 1e6 }), weight: fc.integer({ min: 1, max: 9 }) }), {
          minLength: 2,
          maxLength: 5,
        }),
        (arms) => {
          const [units, weights] = [arms.map((arm) => arm.units), arms.map((arm) => arm.weight)]
          const total = weights.reduce((a, b) => a + b)
          const before = logRatioEvidence(units, weights)
          const mean = weights.reduce((sum, weight, at) => {
            const after = units.map((count, arm) => (arm === at ? count + 1 : count))
            return sum + (weight / total) * Math.exp(logRatioEvidence(after, weights) - before)
          }, 0)
          expect(mean).toBeCloseTo(1, 8)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is that also of 10⁹ units near their shares, where large logarithms would lose its digits', () => {
    for (const [first, second] of [
      [500_000_000, 500_000_000],
      [500_012_345, 499_987_655],
      [499_900_001, 500_100_001],
    ] as const) {
      const before = logRatioEvidence([first, second], [1, 1])
      const [left, right] = [
        logRatioEvidence([first + 1, second], [1, 1]),
        logRatioEvidence([first, second + 1], [1, 1]),
      ]
      expect((Math.exp(left - before) + Math.exp(right - before)) / 2).toBeCloseTo(1, 10)
    }
  })

  it('is what it is for whole and for shared weights', () => {
    expect(sampleRatio([500, 505, 0], [50, 50, 0])).toEqual(sampleRatio([500, 505], [0.5, 0.5]))
    expect(logRatioEvidence([5, 5], [1, 1])).toBe(logRatioEvidence([5, 5], [0.5, 0.5]))
  })

  it('says what it cannot say: nobody yet, somebody where nobody should be', () => {
    expect(sampleRatio([0, 0], [1, 1])).toEqual({ status: 'no_data', p: 1 })
    expect(sampleRatio([3, 0, 1], [1, 1, 0])).toEqual({ status: 'unexpected_arm', arm: 2 })
    expect(logRatioEvidence([3, 0, 1], [1, 1, 0])).toBe(Infinity)
    expect(logRatioEvidence([0, 0], [1, 1])).toBe(0)
    expect(sampleRatio([7], [1])).toMatchObject({ df: 0, p: 1 })
    expect(ratioP([])).toBe(1)
  })

  it('finds uneven samples off, and even ones not', () => {
    expect(samplesAreOff(ratioP([logRatioEvidence([10_412, 9_811], [1, 1])]))).toBe(true)
    expect(samplesAreOff(ratioP([logRatioEvidence([10_412, 10_388], [1, 1])]))).toBe(false)
  })

  it('is wrongly off in at most 2 % of runs looked at after every hundred units', () => {
    const off = Array.from({ length: 500 }, (_, seed) => {
      const draws = drawsOf(seed)
      let [here, there] = [0, 0]
      return Array.from({ length: 60 }, () => {
        const some = draws.binomial(100, 0.3)
        here += some
        there += 100 - some
        return logRatioEvidence([here, there], [3, 7])
      })
    }).filter((logs) => samplesAreOff(ratioP(logs)))
    expect(off.length).toBeLessThanOrEqual(10)
  })

  it('refuses what is no count and no weight, by name', () => {
    expect(() => sampleRatio([1, Number.NaN], [1, 1])).toThrow('observed[1] must be a whole number')
    expect(() => sampleRatio([1, 1], [1, -1])).toThrow('weights[1] must not be below 0')
    expect(() => sampleRatio([1, 1], [0, 0])).toThrow('weights must add up to more than 0')
    expect(() => sampleRatio([1, 1], [1])).toThrow('weights must be as many as observed: 2, not 1')
    expect(() => samplesAreOff(0.1, 2)).toThrow('alpha must be between 0 and 1')
  })
})
