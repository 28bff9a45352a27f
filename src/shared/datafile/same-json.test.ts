import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'
import { sameJson } from './same-json.ts'

const aValue = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(1, 2, 'a', 'b', true, null),
    fc.array(tie('any'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('any'), { maxKeys: 2 }),
  ),
})).any

it('is the same JSON exactly where the canonical text is the same', () => {
  fc.assert(
    fc.property(aValue, aValue, (a, b) => {
      expect(sameJson(a, b)).toBe(canonicalJson(a) === canonicalJson(b))
      expect(sameJson(a, structuredClone(a))).toBe(true)
    }),
    { numRuns: 300 },
  )
})
