import { describe, expect, it } from 'vitest'
import { scaleEnd, stretches } from './line-shape.ts'

describe('a scale', () => {
  it.each([
    [0, 1],
    [3, 5],
    [10, 10],
    [1_204, 2_000],
    [60_000, 100_000],
  ])('for %i ends at %i', (largest, end) => {
    expect(scaleEnd(largest)).toBe(end)
  })
})

describe('a line with gaps', () => {
  it('is drawn in stretches, and a zero is no gap', () => {
    expect(stretches([null, 1, 0, null, null, 5])).toEqual([
      [
        { at: 1, value: 1 },
        { at: 2, value: 0 },
      ],
      [{ at: 5, value: 5 }],
    ])
  })

  it('is nothing without values', () => {
    expect(stretches([null, null])).toEqual([])
  })
})
