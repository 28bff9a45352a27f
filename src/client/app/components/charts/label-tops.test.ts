import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelTops } from './label-tops.ts'

describe('labels beside a picture', () => {
  it('stand in the middle of what they name while there is room', () => {
    expect(
      labelTops(
        [
          { y: 0, height: 60 },
          { y: 74, height: 40 },
        ],
        120,
        36,
      ),
    ).toEqual([30, 94])
  })
  it('make room for each other', () => {
    expect(
      labelTops(
        [
          { y: 0, height: 22 },
          { y: 36, height: 20 },
          { y: 70, height: 98 },
        ],
        168,
        36,
      ),
    ).toEqual([18, 54, 119])
  })
  it('never overlap, nor leave the picture, where they can fit', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { minLength: 1, maxLength: 8 }), (heights) => {
        const nodes = heights.map((size, i) => ({
          y: heights.slice(0, i).reduce((sum, one) => sum + one + 14, 0),
          height: size,
        }))
        const height = Math.max(36 * heights.length, 120)
        const tops = labelTops(nodes, height, 36)
        for (const [i, top] of tops.entries()) {
          expect(top - (tops[i - 1] ?? -18)).toBeGreaterThanOrEqual(36)
          expect(top).toBeLessThanOrEqual(height - 18)
        }
      }),
    )
  })
})
