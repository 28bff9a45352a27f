import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Part } from '../../schemas/split.ts'
import { reallocate } from './reallocate.ts'

const variants = ['a', 'b', 'c', 'd']

/** Weights of up to four variants that together fit the bucket space. */
const anyWeights = fc.array(fc.nat(100_000), { minLength: 5, maxLength: 5 }).map((cuts) => {
  const sum = Math.max(
    1,
    cuts.reduce((a, b) => a + b, 0),
  )
  return new Map(variants.map((variant, i) => [variant, Math.floor(((cuts[i] ?? 0) * 100_000) / sum)]))
})

/** Parts after several edits, so that they can start anywhere. */
const anyParts = fc
  .array(anyWeights, { maxLength: 4 })
  .map((edits) => edits.reduce<Part[]>((parts, weights) => reallocate(parts, weights), []))

const sizes = (parts: readonly Part[]): Map<string, number> => {
  const result = new Map<string, number>()
  for (const { variant, from, to } of parts) result.set(variant, (result.get(variant) ?? 0) + to - from)
  return result
}

/** How many buckets have the same variant, or none, in both. */
const unmoved = (a: readonly Part[], b: readonly Part[]): number => {
  const cuts = [...new Set([0, 100_000, ...[...a, ...b].flatMap(({ from, to }) => [from, to])])].toSorted(
    (x, y) => x - y,
  )
  const at = (parts: readonly Part[], point: number) => parts.find((p) => p.from <= point && point < p.to)?.variant
  return cuts.reduce((sum, cut, i) => {
    const next = cuts[i + 1]
    return next !== undefined && at(a, cut) === at(b, cut) ? sum + next - cut : sum
  }, 0)
}

describe('reallocate', () => {
  it('gives every variant exactly its weight, in disjoint parts on the line', () => {
    fc.assert(
      fc.property(anyParts, anyWeights, (parts, weights) => {
        const next = reallocate(parts, weights)
        const wanted = [...weights].filter(([, weight]) => weight > 0)
        expect(Object.fromEntries(sizes(next))).toEqual(Object.fromEntries(wanted))
        const edges = next.flatMap(({ from, to }) => [from, to])
        expect(edges).toEqual(edges.toSorted((x, y) => x - y))
        expect(edges.every((edge) => Number.isInteger(edge) && edge >= 0 && edge <= 100_000)).toBe(true)
      }),
    )
  })
  it('moves no more of the line than the weights change', () => {
    fc.assert(
      fc.property(anyParts, anyWeights, (parts, weights) => {
        const before = sizes(parts)
        const total = (map: ReadonlyMap<string, number>) => [...map.values()].reduce((a, b) => a + b, 0)
        const stays =
          variants.reduce((sum, variant) => sum + Math.min(before.get(variant) ?? 0, weights.get(variant) ?? 0), 0) +
          Math.min(100_000 - total(before), 100_000 - total(weights))
        expect(unmoved(parts, reallocate(parts, weights))).toBe(stays)
      }),
    )
  })
  it('keeps everyone it already serves when a percentage grows', () => {
    const ten = reallocate([], new Map([['on', 10_000]]))
    expect(reallocate(ten, new Map([['on', 25_000]]))).toEqual([{ variant: 'on', from: 0, to: 25_000 }])
  })
  it('refuses weights that exceed the line', () => {
    expect(() => reallocate([], new Map([['on', 100_001]]))).toThrow(RangeError)
  })
})
