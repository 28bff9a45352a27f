import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBackoff } from './retry.ts'

const almostOne = () => 1 - Number.EPSILON

describe('the back-off', () => {
  it('doubles its ceiling from one second to thirty', () => {
    const backoff = createBackoff(almostOne)
    const seconds = Array.from({ length: 8 }, () => Math.round(backoff.next() / 1_000))
    expect(seconds).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
  })

  it('starts small again after a success', () => {
    const backoff = createBackoff(almostOne)
    for (let attempt = 0; attempt < 5; attempt++) backoff.next()
    backoff.reset()
    expect(Math.round(backoff.next())).toBe(1_000)
  })

  it('stays within four seconds for a hundred attempts after a success, where it is told to, and no longer', () => {
    const backoff = createBackoff(almostOne, 100)
    const seconds = (count: number) => Array.from({ length: count }, () => Math.round(backoff.next() / 1_000))
    expect(seconds(7)).toEqual([1, 2, 4, 8, 16, 30, 30])
    backoff.reset()
    expect(seconds(101)).toEqual([1, 2, ...Array.from({ length: 99 }, () => 4)])
    expect(seconds(4)).toEqual([8, 16, 30, 30])
  })

  it('never waits longer than its ceiling, nor less than nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1 }), (dice) => {
        const rolls = dice.values()
        const backoff = createBackoff(() => rolls.next().value ?? 0)
        dice.forEach((_, attempt) => {
          const waitMs = backoff.next()
          expect(waitMs).toBeGreaterThanOrEqual(0)
          expect(waitMs).toBeLessThanOrEqual(Math.min(30_000, 1_000 * 2 ** attempt))
        })
      }),
    )
  })
})
