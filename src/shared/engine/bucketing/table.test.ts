import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadModules } from '../optional-modules.ts'
import { pointOf } from './table.ts'

const modules = await loadModules(['sha256'])
const unit = { parts: [{ literal: '' }] }

describe('sha256-prefix', () => {
  it('is the rest of the first 64 bits, exactly', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 80 }),
        fc.integer({ min: 1, max: 2 ** 20 - 1 }),
        (text, mod) => {
          const digest = createHash('sha256').update(text).digest()
          const place = pointOf({ unit, hash: { algorithm: 'sha256-prefix' }, norm: { kind: 'mod', mod } }, modules)
          expect(place(text, [text])).toBe(Number(digest.readBigUInt64BE(0) % BigInt(mod)))
        },
      ),
      { numRuns: 50 },
    )
  })

  it('goes with nothing but a small modulus', () => {
    for (const norm of [
      { kind: 'div' as const, by: 2 },
      { kind: 'mod' as const, mod: 2 ** 20 },
      { kind: 'mod' as const, mod: 0 },
    ]) {
      expect(() => pointOf({ unit, hash: { algorithm: 'sha256-prefix' }, norm }, modules)).toThrow('sha256-prefix')
    }
  })
})
