import type { Point } from '../../schemas/point.ts'
import { murmur3, murmur3State } from './murmur3.ts'
import { line, seedOf } from './native.ts'

/** Hashes the text of a unit to a signed 32-bit integer. */
export type HashOf = (text: string) => number

/**
 * Prepares the hash of a point. `portable` is MurmurHash3 of `salt:unit` with seed 0. If `salt:` has a multiple of 4
 * bytes, as for new flags, it is hashed once here, so that each evaluation costs as little as the seeded hash.
 */
export const hashOf = (point: Point | undefined, salt: string): HashOf => {
  if (point?.hash === undefined) {
    const seed = seedOf(salt)
    return (text) => murmur3(text, seed)
  }
  const prefix = `${salt}:`
  const [state, , bytes] = murmur3State(prefix, 0, 0)
  return bytes % 4 === 0 ? (text) => murmur3(text, state, bytes) : (text) => murmur3(prefix + text, 0)
}

/** Returns a unit's bucket: an integer in [0, 100,000). */
export const placeOn = (hash: HashOf, unit: string): number => Math.floor(((hash(unit) >>> 0) * line) / 2 ** 32)
