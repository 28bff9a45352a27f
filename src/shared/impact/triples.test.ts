import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSequences, none } from './cells/sequence.ts'
import { createTriples } from './triples.ts'

const small = fc.nat(40)
const any = fc.oneof(small, fc.nat(2 ** 31 - 1))

describe('what is found for three numbers', () => {
  it('is what a map would hold, as it grows', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(any, any, any), { maxLength: 400 }), (keys) => {
        const triples = createTriples()
        const map = new Map<string, number>()
        for (const [index, key] of keys.entries()) {
          expect(triples.get(...key)).toBe(map.get(key.join()) ?? -1)
          if (map.has(key.join())) continue
          triples.set(...key, index)
          map.set(key.join(), index)
        }
        for (const key of keys) expect(triples.get(...key)).toBe(map.get(key.join()))
      }),
      { numRuns: 30 },
    )
  })
})

describe('sequences', () => {
  it('are one number exactly where they are equal', () => {
    fc.assert(
      fc.property(fc.array(fc.array(small, { maxLength: 4 }), { maxLength: 60 }), (lists) => {
        const sequences = createSequences()
        const numbers = lists.map((list) => list.reduce(sequences.and, none))
        expect(numbers.map(sequences.all)).toEqual(lists)
        expect(new Set(numbers).size).toBe(new Set(lists.map((list) => list.join())).size)
      }),
    )
  })
})
