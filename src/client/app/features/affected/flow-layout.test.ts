import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flowLayout, ribbonPath } from './flow-layout.ts'

const effect = {
  before: [
    { variant: 'off', count: 60 },
    { variant: 'on', count: 40 },
  ],
  after: [
    { variant: 'on', count: 60 },
    { variant: 'off', count: 40 },
  ],
  moves: [{ from: 'off', to: 'on', count: 20 }],
  mayMove: [],
}

describe('the picture of who moves', () => {
  it('has both sides in one order, and says who stays', () => {
    const { before, after, ribbons } = flowLayout(effect, ['on', 'off'], 114, 14)
    expect(before.map(({ variant, y, height }) => [variant, y, height])).toEqual([
      ['on', 0, 40],
      ['off', 54, 60],
    ])
    expect(after.map(({ variant, y, height }) => [variant, y, height])).toEqual([
      ['on', 0, 60],
      ['off', 74, 40],
    ])
    expect(ribbons).toEqual([
      { from: 'on', to: 'on', may: false, count: 40, fromY: 0, toY: 0, height: 40 },
      { from: 'off', to: 'on', may: false, count: 20, fromY: 54, toY: 40, height: 20 },
      { from: 'off', to: 'off', may: false, count: 40, fromY: 74, toY: 74, height: 40 },
    ])
  })
  it('draws a ribbon from edge to edge', () => {
    const [, move] = flowLayout(effect, ['on', 'off'], 114, 14).ribbons
    expect(move && ribbonPath(move, 100)).toBe('M0 54C50 54 50 40 100 40L100 60C50 60 50 74 0 74Z')
  })
  it('loses nobody, whoever moves', () => {
    const variant = fc.constantFrom('a', 'b', 'c', null)
    const pair = fc.tuple(variant, variant, fc.boolean())
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 60 }), (pairs) => {
        const tally = (values: readonly (string | null)[]) =>
          [...new Set(values)].map((variant) => ({ variant, count: values.filter((one) => one === variant).length }))
        const moves = (may: boolean) => {
          const moved = new Map<string, { from: string | null; to: string | null; count: number }>()
          for (const [from, to] of pairs.filter(([from, to, is]) => from !== to && is === may)) {
            const key = `${from} ${to}`
            moved.set(key, { from, to, count: (moved.get(key)?.count ?? 0) + 1 })
          }
          return [...moved.values()]
        }
        const shown = {
          before: tally(pairs.map(([a]) => a)),
          after: tally(pairs.map(([, b]) => b)),
          moves: moves(false),
          mayMove: moves(true),
        }
        const { before, after, ribbons } = flowLayout(shown, ['a', 'b', 'c', null], 200, 10)
        const counted = (side: 'from' | 'to', of: string | null) =>
          ribbons.filter((ribbon) => ribbon[side] === of).reduce((sum, { count }) => sum + count, 0)
        // The ribbons of a variant add up to its node, on both sides.
        for (const { variant: of, count } of before) expect(counted('from', of)).toBe(count)
        for (const { variant: of, count } of after) expect(counted('to', of)).toBe(count)
      }),
    )
  })
})
