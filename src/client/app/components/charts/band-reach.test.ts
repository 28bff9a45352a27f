import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bandReach } from './band-reach.ts'

const point = fc
  .tuple(fc.double({ min: -5, max: 5, noNaN: true }), fc.double({ min: 0, max: 3, noNaN: true }))
  .map(([estimate, half]) => ({ estimate, low: estimate - half, high: estimate + half }))

describe('what a picture of bands spans', () => {
  it('is zero, every estimate, its lines, and the newest band whole', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.option(point), { maxLength: 12 }), { maxLength: 3 }), (series) => {
        const [low, high] = bandReach(series, [-0.1, 0.1])
        expect(low).toBeLessThan(-0.09)
        expect(high).toBeGreaterThan(0.09)
        const longest = Math.max(0, ...series.map((points) => points.length))
        for (const points of series) {
          for (const one of points.filter((p) => p !== null)) {
            expect(low).toBeLessThanOrEqual(one.estimate)
            expect(high).toBeGreaterThanOrEqual(one.estimate)
          }
          const last = points.length === longest ? points.at(-1) : null
          expect([low <= (last?.low ?? 0), (last?.high ?? 0) <= high]).toEqual([true, true])
        }
      }),
    )
  })
  it('leaves out the wide bands of the beginning', () => {
    const wide = { estimate: 0.1, low: -9, high: 9 }
    const narrow = { estimate: 0.02, low: -0.01, high: 0.05 }
    expect(Math.max(...bandReach([[wide, narrow, narrow, narrow]], []).map(Math.abs))).toBeLessThan(0.2)
  })
  it('is something where there is nothing', () => expect(bandReach([], [])).toEqual([-1, 1]))
})
