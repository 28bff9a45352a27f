import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holm } from './multiplicity.ts'

const someP = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })

describe('p-values of a family', () => {
  it('keep their order, never fall, and stay probabilities', () => {
    fc.assert(
      fc.property(someP, (ps) => {
        const adjusted = holm(ps)
        expect(adjusted).toHaveLength(ps.length)
        ps.forEach((p, at) => {
          const own = adjusted[at] ?? Number.NaN
          expect(own).toBeGreaterThanOrEqual(p * (1 - 1e-12))
          expect(own).toBeLessThanOrEqual(1)
          const larger = adjusted.filter((_p, other) => p < (ps[other] ?? 0))
          const same = adjusted.filter((_p, other) => p === ps[other])
          expect(own).toBeLessThanOrEqual(Math.min(1, ...larger) * (1 + 1e-12))
          expect(new Set(same)).toEqual(new Set([own]))
        })
      }),
      { numRuns: 100 },
    )
  })

  it('fall when one of them falls (Holm is monotone)', () => {
    fc.assert(
      fc.property(someP, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (ps, place, times) => {
        const lower = ps.map((p, at) => (at === place % ps.length ? p * times : p))
        holm(lower).forEach((p, at) => expect(p).toBeLessThanOrEqual((holm(ps)[at] ?? 0) * (1 + 1e-12)))
      }),
      { numRuns: 100 },
    )
  })

  it('are refused where they are none', () => {
    expect(() => holm([0.1, Number.NaN])).toThrow('ps[1] must be a probability, not NaN')
    expect(holm([])).toEqual([])
  })
})
