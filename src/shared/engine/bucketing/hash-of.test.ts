import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashOf, placeOn } from './hash-of.ts'
import { murmur3 } from './murmur3.ts'
import { bucketOf } from './native.ts'

const text = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
)

describe('the portable hash', () => {
  it('is murmur3 of salt, colon and unit, whatever the salt', () => {
    fc.assert(
      fc.property(text, text, (salt, unit) => {
        expect(hashOf({ hash: 'portable' }, salt)(unit)).toBe(murmur3(`${salt}:${unit}`, 0))
      }),
    )
  })

  it('is the same for a salt that is hashed beforehand', () => {
    const salt = fc.stringMatching(/^[A-Za-z0-9_-]{15}$/)
    fc.assert(
      fc.property(salt, text, (chosen, unit) => {
        expect(hashOf({ hash: 'portable' }, chosen)(unit)).toBe(murmur3(`${chosen}:${unit}`, 0))
      }),
    )
  })
})

describe('the native hash', () => {
  it('falls where it always has', () => {
    fc.assert(
      fc.property(text, text, (salt, unit) => {
        expect(placeOn(hashOf(undefined, salt), unit)).toBe(bucketOf(unit, salt))
      }),
    )
  })
})
