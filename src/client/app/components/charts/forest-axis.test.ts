import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forestPlace, forestReach, forestTicks } from './forest-axis.ts'

const band = fc
  .tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: 0, max: 2, noNaN: true }))
  .map(([estimate, half]) => ({ estimate, low: estimate - half, high: estimate + half }))

describe('the axis of a forest', () => {
  it('reaches every estimate and all that must be seen whole', () => {
    fc.assert(
      fc.property(fc.array(band), fc.array(band), (some, whole) => {
        const reach = forestReach([...some, ...whole], whole)
        for (const { estimate } of some) expect(forestPlace(estimate, reach).isCut).toBe(false)
        for (const { low, high } of whole) {
          expect(forestPlace(low, reach).isCut).toBe(false)
          expect(forestPlace(high, reach).isCut).toBe(false)
        }
        const ticks = forestTicks(reach)
        expect(ticks).toContain(0)
        expect(ticks.length).toBeLessThanOrEqual(5)
        for (const tick of ticks) expect(Math.abs(tick)).toBeLessThanOrEqual(reach)
      }),
    )
  })
  it('is not stretched by one wide band', () => {
    const narrow = Array.from({ length: 9 }, () => ({ estimate: 0.01, low: -0.01, high: 0.03 }))
    const reach = forestReach([...narrow, { estimate: 0.02, low: -5, high: 5 }])
    expect(reach).toBeLessThan(0.05)
    expect(forestPlace(5, reach)).toEqual({ at: 100, isCut: true })
  })
})
