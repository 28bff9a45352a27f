import type { Point } from '../../schemas/point.ts'
import { murmur3, murmur3After, murmur3State } from './murmur3.ts'
import { line, seedOf } from './native.ts'

/** From the text of a unit to its hash, a signed 32-bit integer. */
export type HashOf = (text: string) => number

/**
 * The hash of a point, made ready. `portable` is murmur3 of `salt:unit` from zero; an ASCII salt that makes whole blocks with
 * its colon, as that of a new flag does, is hashed here once, and the rest costs what the seeded hash does.
 */
export const hashOf = (point: Point | undefined, salt: string): HashOf => {
  if (point?.hash === undefined) {
    const seed = seedOf(salt)
    return (text) => murmur3(text, seed)
  }
  const prefix = `${salt}:`
  const { length } = prefix
  // whole blocks, and a byte each
  if (length % 4 === 0 && /^[\0-\x7f]*$/.test(prefix)) {
    const state = murmur3State(prefix, 0)
    return (text) => murmur3After(text, state, length)
  }
  return (text) => murmur3(prefix + text, 0)
}

/** Where a unit falls on the line: an integer in [0, 100 000). */
export const placeOn = (hash: HashOf, unit: string): number => Math.floor(((hash(unit) >>> 0) * line) / 2 ** 32)
