import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byCodePoint } from './text.ts'

describe('byCodePoint', () => {
  it('is the order of the bytes in UTF-8', () => {
    const near = fc.string({
      unit: fc.constantFrom('a', 'b', 'é', '\u{e000}', '\uffff', '😀', '😁', '𐀀'),
      maxLength: 4,
    })
    fc.assert(
      fc.property(near, near, (a, b) => {
        expect(Math.sign(byCodePoint(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      }),
    )
  })
})
