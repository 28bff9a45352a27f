import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { relativeError, statisticsVectors } from '../../../tests/support/statistics.ts'
import { normalTailQuantile } from './special/normal.ts'
import { lookBounds, spentErrorAt } from './spending.ts'

const even = (looks: number) =>
  Array.from({ length: looks }, (_, at) => ({ time: (at + 1) / looks, information: (at + 1) * 100 }))
const rounded = (bounds: readonly number[]) => bounds.map((z) => Math.round(z * 1e3) / 1e3)

describe('the bounds of a plan of looks', () => {
  it('are those of the bivariate normal distribution at two looks', () => {
    const errors = statisticsVectors.bounds.map(({ t, alpha, z }) => {
      const found = lookBounds(
        [
          { time: t, information: t },
          { time: 1, information: 1 },
        ],
        alpha,
      )
      return Math.max(...z.map((bound, at) => relativeError(found[at] ?? 0, bound)))
    })
    expect(Math.max(...errors)).toBeLessThan(1e-9)
  })

  it("are the published ones at five looks (R's ldbounds and gsDesign: O'Brien-Fleming's kind, 0.025 a side)", () => {
    expect(rounded(lookBounds(even(5), 0.05))).toEqual([4.877, 3.357, 2.68, 2.29, 2.031])
  })

  it('are the plain quantile at a single look', () => {
    expect(lookBounds(even(1), 0.05)[0]).toBeCloseTo(normalTailQuantile(0.025), 9)
  })

  it('hang on the looks up to their own alone', () => {
    const all = lookBounds(even(30), 0.05)
    for (const some of [1, 7, 29]) {
      const found = lookBounds(even(30).slice(0, some), 0.05)
      found.forEach((z, at) => expect(Math.abs(z - (all[at] ?? 0))).toBeLessThan(2e-6))
    }
  })

  it('hold when units stop coming, come late, or hardly come', () => {
    const late = lookBounds(
      [
        { time: 0.2, information: 0 },
        { time: 0.4, information: 50 },
        { time: 0.6, information: 50 },
        { time: 1, information: 60 },
      ],
      0.05,
    )
    expect(late[0]).toBe(Infinity)
    expect(late[2]).toBe(Infinity)
    expect(late[3]).toBeLessThan(late[1] ?? 0)
    const hardly = lookBounds([...even(3), { time: 1, information: 300.001 }, { time: 1, information: 300.002 }], 0.05)
    hardly.forEach((z) => expect(z).toBeGreaterThan(1.9))
  })

  it('spend no more than there is, and never give back', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 2, noNaN: true }),
        fc.double({ min: 0, max: 2, noNaN: true }),
        fc.double({ min: 0.001, max: 0.5, noNaN: true }),
        (a, b, alpha) => {
          const [early, late] = [Math.min(a, b), Math.max(a, b)]
          for (const spending of [{ kind: 'obrien-fleming' as const }, { kind: 'power' as const, exponent: 2 }]) {
            expect(spentErrorAt(early, alpha, spending)).toBeLessThanOrEqual(spentErrorAt(late, alpha, spending))
            expect(spentErrorAt(late, alpha, spending)).toBeLessThanOrEqual((alpha / 2) * (1 + 1e-12))
          }
        },
      ),
      { numRuns: 100 },
    )
    expect(spentErrorAt(0, 0.05, { kind: 'obrien-fleming' })).toBe(0)
  })

  it('are not made for time that goes back', () => {
    expect(() => lookBounds(even(3).toReversed(), 0.05)).toThrow('looks[1].time must not be below the look before')
    expect(() => lookBounds([{ time: 0.1, information: Number.NaN }], 0.05)).toThrow(
      'looks[0].information must be a number',
    )
    expect(() => spentErrorAt(Number.NaN, 0.05, { kind: 'obrien-fleming' })).toThrow('time must be')
    expect(() => lookBounds(even(2), 0)).toThrow('alpha must be between 0 and 1')
  })
})
