import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BoundedCache } from './bounded-cache.ts'

it('a bounded cache forgets what was not asked for longest', () => {
  const cache = new BoundedCache<string>(3)
  for (const key of ['a', 'b', 'c']) cache.set(key, key, 1)
  cache.get('a')
  cache.set('d', 'd', 1)
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c', 'd'])
})

it('a bounded cache never weighs more than it may, and gives only what was kept under a key last', () => {
  const acts = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.nat(12)))
  fc.assert(
    fc.property(acts, (kept) => {
      const cache = new BoundedCache<number>(10)
      const last = new Map<string, number>()
      for (const [key, weight] of kept) {
        cache.set(key, weight, weight)
        last.set(key, weight)
        expect(cache.weight).toBeLessThanOrEqual(10)
        expect(cache.get(key)).toBe(weight <= 10 ? last.get(key) : undefined)
      }
    }),
  )
})
