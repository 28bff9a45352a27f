import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumsOf } from '../../../tests/support/samples.ts'
import { mergeMoments, momentsOf, sumOf, varianceOf } from './moments.ts'

const aValue = fc.double({ min: -1e6, max: 1e6, noNaN: true })
const someValues = fc.array(aValue, { maxLength: 40 })

/** Computes mean and variance directly from the values. */
const byHand = (values: readonly number[]) => {
  const mean = sumOf(values) / values.length
  return { mean, variance: sumOf(values.map((value) => (value - mean) ** 2)) / (values.length - 1) }
}

describe('moments', () => {
  it('of two cohorts merged are those of the whole, in any order', () => {
    fc.assert(
      fc.property(someValues, someValues, (one, other) => {
        const whole = momentsOf(sumsOf([...one, ...other]))
        const merged = mergeMoments(momentsOf(sumsOf(other)), momentsOf(sumsOf(one)))
        const scale = sumOf([...one, ...other].map((value) => value * value)) + 1e-300
        expect(merged.n).toBe(whole.n)
        expect(Math.abs(merged.mean - whole.mean)).toBeLessThanOrEqual(1e-12 * (1 + Math.sqrt(scale)))
        expect(Math.abs(merged.m2 - whole.m2)).toBeLessThanOrEqual(1e-12 * scale)
      }),
      { numRuns: 100 },
    )
  })

  it('hold far from 0 when the metric has a shift', () => {
    const values = [1e9 + 1, 1e9 + 2, 1e9 + 4]
    const shifted = momentsOf(sumsOf(values, 1e9), 1e9)
    expect(varianceOf(shifted)).toBeCloseTo(byHand(values).variance, 9)
    expect(shifted.mean).toBeCloseTo(1e9 + 7 / 3, 6)
  })

  it('of nothing, of one, and of all the same have no variance', () => {
    expect(momentsOf(sumsOf([]))).toEqual({ n: 0, mean: 0, m2: 0 })
    expect(varianceOf(momentsOf(sumsOf([7])))).toBe(0)
    fc.assert(
      fc.property(aValue, fc.integer({ min: 1, max: 1000 }), (value, times) => {
        const sums = { n: times, sum: value * times, sumsq: value * value * times }
        expect(varianceOf(momentsOf(sums))).toBe(0)
      }),
      { numRuns: 100 },
    )
  })

  it('add up small beside large', () => {
    expect(sumOf([1e16, 1, -1e16, 1])).toBe(2)
  })

  it('refuse what no values can have, by name', () => {
    expect(() => momentsOf({ n: Number.NaN, sum: 1, sumsq: 1 })).toThrow('sums.n must be a whole number')
    expect(() => momentsOf({ n: 2.5, sum: 1, sumsq: 1 })).toThrow('sums.n must be a whole number')
    expect(() => momentsOf({ n: 2, sum: Infinity, sumsq: 1 }, 0, 'control')).toThrow(
      'control.sum must be a finite number',
    )
    expect(() => momentsOf({ n: 2, sum: 1, sumsq: Number.NaN })).toThrow('sums.sumsq must be a finite number')
    expect(() => momentsOf({ n: 2, sum: 1, sumsq: -1 })).toThrow('sums.sumsq must not be below 0')
    expect(() => momentsOf({ n: 2, sum: 10, sumsq: 1 })).toThrow('sums.sumsq must be at least sum²/n')
    expect(() => sumsOf([1, Number.NaN])).toThrow('values[1] must be a finite number')
  })
})
