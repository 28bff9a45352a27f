import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWeight, shownWeight } from './percent-text.ts'

describe('a percentage that is typed', () => {
  it.each([
    ['0', 0],
    ['0.', 0],
    ['0.5', 500],
    ['.5', 500],
    ['12,5', 12_500],
    ['25%', 25_000],
    [' 100 % ', 100_000],
  ])('%s is read on the way', (typed, weight) => {
    expect(readWeight(typed)).toBe(weight)
  })

  it.each(['', '%', '.', '101', '1e2', '-5', 'ten', '2 5', '0.0001'])('%j is none', (typed) => {
    expect(readWeight(typed)).toBe(null)
  })

  it('reads back what is shown, for every unit of the line', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (weight) => {
        expect(readWeight(shownWeight(weight))).toBe(weight)
      }),
    )
  })

  it('can be typed a sign at a time: every beginning of a shown one is read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (weight) => {
        const text = shownWeight(weight)
        for (let length = 1; length <= text.length; length += 1)
          expect(readWeight(text.slice(0, length))).not.toBe(null)
      }),
    )
  })
})
