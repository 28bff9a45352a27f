import fc from 'fast-check'
import { expect, it } from 'vitest'
import { thinSeries } from './thin-series.ts'

it('keeps the ends and what must stay, in order, and about as many as are asked for', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5_000 }),
      fc.integer({ min: 2, max: 200 }),
      fc.nat(5_000),
      (many, most, one) => {
        const all = Array.from({ length: many }, (_, at) => at)
        const left = thinSeries(all, most, (at) => at === one)
        expect(left.length).toBeLessThanOrEqual(most + 1)
        expect(left.length).toBeGreaterThanOrEqual(Math.min(many, most))
        expect(left).toEqual(left.toSorted((a, b) => a - b))
        expect([left[0], left.at(-1), left.includes(one)]).toEqual([all[0], all.at(-1), one < many])
      },
    ),
    { numRuns: 60 },
  )
})
