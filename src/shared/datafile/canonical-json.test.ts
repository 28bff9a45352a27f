import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

describe('canonicalJson', () => {
  it('orders the fields of every object by key', () => {
    expect(canonicalJson({ b: [{ z: 1, y: null }], a: true })).toBe('{"a":true,"b":[{"y":null,"z":1}]}')
  })

  it('leaves out fields that are undefined', () => {
    expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}')
  })

  it('keeps the order of lists', () => {
    expect(canonicalJson([2, 1])).toBe('[2,1]')
  })

  it('reads back as the value it was made from', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
