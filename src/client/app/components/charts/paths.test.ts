import { describe, expect, it } from 'vitest'
import { areaPath, linePath } from './paths.ts'

describe('a path', () => {
  it('goes from place to place, with a gap where there is none', () => {
    expect(linePath([[0, 1], [2, 3.04], null, [4, 5], [6, 7]])).toBe('M0 1L2 3M4 5L6 7')
  })
  it('goes along the upper edge of an area and back along the lower one', () => {
    const places = [[0, 9, 1], [2, 8, 2], null, [4, 7, 3]] as const
    expect(areaPath(places)).toBe('M0 1L2 2L2 8L0 9Z')
  })
  it('is nothing where there is nothing', () => expect([linePath([]), areaPath([null])]).toEqual(['', '']))
})
