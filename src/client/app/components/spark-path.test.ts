import { describe, expect, it } from 'vitest'
import { sparkPath } from './spark-path.ts'

describe('a sparkline', () => {
  it('goes from zero to the most', () => {
    expect(sparkPath([0, 5, 10], 20, 12).line).toBe('M0 11L10 6L20 1')
  })
  it('leaves a gap where nothing was counted, and shows a count between gaps as a dash', () => {
    expect(sparkPath([1, null, 1], 20, 12).line).toBe('M-1 1H1M19 1H21')
    expect(sparkPath([1, 1, null, null, 1], 20, 12).line).toBe('M0 1L5 1M19 1H21')
  })
  it('uses its height also for shares, which are below one', () => {
    expect(sparkPath([0, 0.1, 0.2], 20, 12).line).toBe('M0 11L10 6L20 1')
    expect(sparkPath([0, 0], 20, 12).line).toBe('M0 11L20 11')
  })
  it('is nothing without a count', () => {
    expect(sparkPath([null, null], 20, 12)).toEqual({ line: '', area: '' })
  })
})
