import { hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keyOf, rootOf } from './derive-key.ts'

it('is HKDF with SHA-256 and no salt, in two steps', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.integer({ min: 1, max: 32 }), (secret, purpose, bytes) => {
      expect(keyOf(rootOf(secret), purpose, bytes)).toEqual(Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes)))
    }),
  )
})
