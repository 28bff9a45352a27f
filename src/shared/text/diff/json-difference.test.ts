import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../schemas/keys.ts'
import { jsonDifferences } from './json-difference.ts'

describe('what differs between two JSON values', () => {
  it('is said field by field, with the path', () => {
    const before = { size: 3, price: { amount: 5, currency: 'EUR' }, tags: ['a'] }
    const after = { size: 4, price: { amount: 6, currency: 'EUR', 'with tax': true }, list: [1] }
    expect(jsonDifferences(before, after)).toEqual([
      { path: 'size', before: '3', after: '4' },
      { path: 'price.amount', before: '5', after: '6' },
      { path: 'price."with tax"', before: null, after: 'true' },
      { path: 'tags', before: '["a"]', after: null },
      { path: 'list', before: null, after: '[1]' },
    ])
  })
  it.each<[Json | undefined, Json | undefined]>([
    [{ a: 1 }, [1]],
    ['x', 'y'],
    [undefined, { a: 1 }],
    [{ a: 1 }, { a: 1 }],
  ])('is left to the whole values for %j and %j', (before, after) => {
    expect(jsonDifferences(before, after)).toBe(null)
  })
  it('names a field only where its two sides are different', () => {
    const object = fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.oneof(fc.integer(), fc.dictionary(fc.constantFrom('x', 'y'), fc.boolean())),
    )
    fc.assert(
      fc.property(object, object, (before, after) => {
        for (const one of jsonDifferences(before, after) ?? []) expect(one.before).not.toBe(one.after)
      }),
    )
  })
})
