import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { relativeError, statisticsVectors } from '../../../../tests/support/statistics.ts'
import { betaCdf } from './beta.ts'
import { chiSquareTail, logGamma, upperGamma } from './gamma.ts'
import { normalQuantile, normalTail, normalTailQuantile } from './normal.ts'
import { studentTail, studentTailQuantile } from './student.ts'

const { tails } = statisticsVectors
/** Returns the largest relative error. The last number of a row is the expected value. */
const worst = (rows: readonly (readonly number[])[], of: (...given: number[]) => number): number =>
  Math.max(...rows.map((row) => relativeError(of(...row.slice(0, -1)), row.at(-1) ?? Number.NaN)))

describe('the distributions', () => {
  it('agree with integrals of their densities to 13 digits, tails too', () => {
    expect(worst(tails.normalTail, normalTail)).toBeLessThan(1e-13)
    expect(worst(tails.normalQuantile, normalQuantile)).toBeLessThan(1e-13)
    expect(worst(tails.studentTail, studentTail)).toBeLessThan(1e-13)
    expect(worst(tails.chiSquareTail, chiSquareTail)).toBeLessThan(1e-13)
    expect(worst(tails.betaCdf, betaCdf)).toBeLessThan(1e-13)
    expect(worst(tails.logGamma, logGamma)).toBeLessThan(1e-13)
  })

  it('meet where they are the same: χ² with two degrees of freedom, t with one and with endlessly many', () => {
    expect(relativeError(chiSquareTail(60, 2), Math.exp(-30))).toBeLessThan(1e-14)
    expect(relativeError(studentTail(3, 1), Math.atan(1 / 3) / Math.PI)).toBeLessThan(1e-14)
    expect(relativeError(studentTail(2.5, 1e13), normalTail(2.5))).toBeLessThan(1e-11)
    expect(studentTail(2.5, Infinity)).toBe(normalTail(2.5))
    expect(relativeError(chiSquareTail(9, 1), 2 * normalTail(3))).toBeLessThan(1e-14)
  })

  it('have tails that add up to 1 and fall', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -30, max: 30, noNaN: true }),
        fc.double({ min: 0.5, max: 1e6, noNaN: true }),
        (t, df) => {
          expect(studentTail(t, df) + studentTail(-t, df)).toBeCloseTo(1, 12)
          expect(normalTail(t) + normalTail(-t)).toBeCloseTo(1, 14)
          expect(studentTail(t + 0.5, df)).toBeLessThanOrEqual(studentTail(t, df))
        },
      ),
      { numRuns: 100 },
    )
  })

  it('have quantiles that lead back, far out too', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-290, max: 0.499, noNaN: true }),
        fc.double({ min: 1, max: 1e7, noNaN: true }),
        (p, df) => {
          expect(relativeError(normalTail(normalTailQuantile(p)), p)).toBeLessThan(1e-11)
          expect(relativeError(studentTail(studentTailQuantile(p, df), df), p)).toBeLessThan(1e-9)
        },
      ),
      { numRuns: 100 },
    )
    expect(studentTailQuantile(1e-300, 1)).toBeCloseTo(1e300 / Math.PI, -290)
    expect(normalQuantile(0.5)).toBe(0)
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity])
  })

  it('end in 0 where doubles end, never in something else', () => {
    expect([normalTail(1e5), chiSquareTail(1e300, 3), chiSquareTail(Infinity, 3), studentTail(Infinity, 5)]).toEqual([
      0, 0, 0, 0,
    ])
    expect([normalTail(-1e5), upperGamma(3, 0), betaCdf(2, 3, 0), betaCdf(2, 3, 1)]).toEqual([1, 1, 0, 1])
    expect(studentTail(1e200, 1)).toBeGreaterThan(0)
  })

  it('refuse what they are not defined for, by name', () => {
    expect(() => normalQuantile(1.5)).toThrow('p must be a probability, not 1.5')
    expect(() => normalQuantile(Number.NaN)).toThrow('p must be a probability, not NaN')
    expect(() => studentTail(1, 0)).toThrow('df must be above 0, not 0')
    expect(() => studentTailQuantile(0, 3)).toThrow('p must be between 0 and 1, not 0')
    expect(() => chiSquareTail(-1, 3)).toThrow('x must not be below 0')
    expect(() => logGamma(-2)).toThrow('x must be above 0, not -2')
    expect(() => betaCdf(1, 1, 2)).toThrow('x must be from 0 to 1, not 2')
  })
})
