import { describe, expect, it } from 'vitest'
import { sparkPath } from './spark-path.ts'

describe('a sparkline', () => {
  it('goes from zero to the most', () => {
    expect(sparkPath([0, 5, 10], 20, 12).line).toBe('M0 11L10 6L20 1')
  })
  it('leaves a gap where nothing was counted', () => {
    expect(sparkPath([1, null, 1], 20, 12)).toEqual({ line: 'M0 1M20 1', area: 'M0 1L0 12L0 12ZM20 1L20 12L20 12Z' })
  })
  it('is nothing without a count', () => {
    expect(sparkPath([null, null], 20, 12)).toEqual({ line: '', area: '' })
  })
})
