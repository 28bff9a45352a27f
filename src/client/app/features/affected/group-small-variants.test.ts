import { describe, expect, it } from 'vitest'
import type { FlagMovement } from '../../../../shared/impact/movement.ts'
import { groupSmallVariants, othersOf } from './group-small-variants.ts'

const sum = (all: readonly { count: number }[]) => all.reduce((total, { count }) => total + count, 0)
const shares = (counts: readonly number[]) => counts.map((count, at) => ({ variant: `v${at}`, count }))
const movement = (before: readonly number[], after: readonly number[], moves: FlagMovement['moves']): FlagMovement => ({
  flag: 'hero',
  before: shares(before),
  after: shares(after),
  moves,
  mayMove: [],
  moved: sum(moves),
  stays: sum(shares(before)) - sum(moves),
  depends: 0,
  unknown: [],
  measured: true,
})

describe('a picture of many variants', () => {
  it('draws the seven greatest and the others together, and loses nobody', () => {
    const counts = [30, 29, 28, 27, 26, 25, 24, 3, 2, 1]
    const drawn = groupSmallVariants(
      movement(
        counts,
        [...counts.slice(0, 7), 2, 2, 2],
        [
          { from: 'v7', to: 'v9', count: 1 },
          { from: 'v0', to: 'v1', count: 4 },
        ],
      ),
    )
    expect(drawn.before).toHaveLength(8)
    expect([sum(drawn.before), sum(drawn.after)]).toEqual([sum(shares(counts)), sum(shares(counts))])
    expect(drawn.before.at(-1)).toEqual({ variant: othersOf, count: 6 })
    expect(drawn.moves).toEqual([{ from: 'v0', to: 'v1', count: 4 }])
  })

  it('leaves few variants as they are', () => {
    const few = movement([3, 1], [2, 2], [{ from: 'v0', to: 'v1', count: 1 }])
    expect(groupSmallVariants(few)).toBe(few)
  })
})
