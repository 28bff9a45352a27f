import { describe, expect, it } from 'vitest'
import { reallocate } from '../../engine/bucketing/reallocate.ts'
import type { Part, Serve } from '../../schemas/split.ts'
import { movesText } from './moves.ts'

const split = (...parts: [variant: string, from: number, to: number][]): Serve => ({
  split: { parts: parts.map(([variant, from, to]) => ({ variant, from: from * 1_000, to: to * 1_000 })) },
})

describe('who moves', () => {
  it('is said by variant', () => {
    expect(movesText(split(['A', 0, 50], ['B', 50, 100]), split(['A', 0, 45], ['B', 45, 100]))).toBe(
      'moves 5% from A to B',
    )
  })
  it('is the least that there is to move, after a reallocation', () => {
    const before: Part[] = [
      { variant: 'A', from: 0, to: 20_000 },
      { variant: 'B', from: 20_000, to: 100_000 },
    ]
    const parts = reallocate(
      before,
      new Map([
        ['A', 30_000],
        ['B', 70_000],
      ]),
    )
    expect(movesText({ split: { parts: before } }, { split: { parts } })).toBe('moves 10% from B to A')
  })
  it('is nobody where nothing changes, however the parts are cut', () => {
    expect(movesText(split(['A', 0, 100]), split(['A', 0, 40], ['A', 40, 100]))).toBe(null)
    expect(movesText({ variant: 'A' }, split(['A', 0, 100]))).toBe(null)
  })
  it('counts a gap as those whom the next line serves', () => {
    expect(movesText(split(['on', 0, 10]), split(['on', 0, 25]))).toBe('moves 15% from later rules to on')
    expect(movesText({ variant: 'on' }, split(['on', 0, 25]))).toBe('moves 75% from on to later rules')
  })
  it('is everyone where they are divided by something else', () => {
    const by: Serve = { split: { point: { by: 'company' }, parts: [{ variant: 'A', from: 0, to: 50_000 }] } }
    expect(movesText(split(['A', 0, 50]), by)).toBe('everyone is assigned again')
  })
})
