import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTexts, writeText } from './messages.ts'

describe('a message of one text', () => {
  it('is read as it was written, however long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 1, max: 200 }), (text, times) => {
        const long = text.repeat(times)
        expect(readTexts(writeText(Buffer.from(long))).get(1) ?? '').toBe(long)
      }),
    )
  })

  it('is refused where it is cut off or no message', () => {
    const whole = writeText(Buffer.from('a text'))
    expect(() => readTexts(whole.subarray(0, 4))).toThrow(RangeError)
    expect(() => readTexts(Buffer.from([0x08, 0x01]))).toThrow(RangeError)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        let outcome: unknown
        try {
          outcome = readTexts(Buffer.from(bytes))
        } catch (error) {
          outcome = error
        }
        expect(outcome instanceof Map || outcome instanceof RangeError).toBe(true)
      }),
    )
  })
})
