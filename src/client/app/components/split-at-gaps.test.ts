import { describe, expect, it } from 'vitest'
import { splitAtGaps } from './split-at-gaps.ts'

describe('a line with gaps', () => {
  it('is drawn in stretches, and a zero is no gap', () => {
    expect(splitAtGaps([null, 1, 0, null, null, 5])).toEqual([
      [
        { at: 1, value: 1 },
        { at: 2, value: 0 },
      ],
      [{ at: 5, value: 5 }],
    ])
  })

  it('is nothing without values', () => {
    expect(splitAtGaps([null, null])).toEqual([])
  })
})
