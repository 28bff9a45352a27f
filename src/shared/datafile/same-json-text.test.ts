import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sameJsonText, sharing } from './same-json-text.ts'

// Few leaves and keys, so that two values are often equal.
const leaf = fc.constantFrom(null, 0, 1, true, '', 'a')
const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), fc.option(tie('value'), { nil: undefined }), { maxKeys: 2 }),
  ),
}))
const asText = (value: unknown) => JSON.stringify(value)
const parsed = (value: unknown): unknown => JSON.parse(asText(value))

describe('sameJsonText', () => {
  it('is whether the JSON is the same', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(sameJsonText(a, b)).toBe(asText(a) === asText(b))
        expect(sameJsonText(a, parsed(a))).toBe(true)
      }),
    )
  })
})

describe('sharing', () => {
  it('never changes a value', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const [before, next] = [parsed(a), parsed(b)]
        expect(asText(sharing(before, next))).toBe(asText(next))
      }),
    )
  })

  it('gives the very object where it is the same', () => {
    fc.assert(
      fc.property(json, (a) => {
        const before = parsed(a)
        expect(sharing(before, parsed(a))).toBe(before)
      }),
    )
  })

  it('shares what an edit left alone', () => {
    const rule = (id: string) => ({ id, values: ['NO', 'DE'] })
    const before = { key: 'a', rules: [rule('1'), rule('2')] }
    const next = sharing(before, { key: 'a', rules: [{ id: '1', values: ['NO'] }, rule('2')] })
    expect(next.rules[1]).toBe(before.rules[1])
    expect(next).not.toBe(before)
  })
})
