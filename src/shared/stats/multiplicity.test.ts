import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { benjaminiHochberg, benjaminiYekutieli, bonferroni, hochberg, holm } from './multiplicity.ts'

const someP = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })
const every = { holm, bonferroni, hochberg, benjaminiHochberg, benjaminiYekutieli }

describe('p-values of a family', () => {
  it.each(Object.entries(every))('by %s keep their order, never fall, and stay probabilities', (_, adjust) => {
    fc.assert(
      fc.property(someP, (ps) => {
        const adjusted = adjust(ps)
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

  it('are ordered by how much they ask: Hochberg, Holm, Bonferroni; Benjamini and Hochberg least', () => {
    fc.assert(
      fc.property(someP, (ps) => {
        const [up, down, plain, share] = [hochberg(ps), holm(ps), bonferroni(ps), benjaminiHochberg(ps)]
        ps.forEach((_, at) => {
          const [a, b, c, d] = [up, down, plain, share].map((all) => all[at] ?? 0)
          expect((d ?? 0) - 1e-12).toBeLessThanOrEqual(a ?? 0)
          expect((a ?? 0) - 1e-12).toBeLessThanOrEqual(b ?? 0)
          expect((b ?? 0) - 1e-12).toBeLessThanOrEqual(c ?? 0)
        })
      }),
      { numRuns: 100 },
    )
  })

  it('are refused where they are none', () => {
    expect(() => holm([0.1, Number.NaN])).toThrow('ps[1] must be a probability, not NaN')
    expect(holm([])).toEqual([])
  })
})
