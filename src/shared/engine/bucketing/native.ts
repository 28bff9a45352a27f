import { murmur3 } from './murmur3.ts'

/** Size of the bucket space: weights are in units of 0.001 %. */
export const line = 100_000

/** The seed of a salt: its own hash. Computed once, when a flag is compiled. */
export const seedOf = (salt: string): number => murmur3(salt, 0)

/**
 * Returns a unit's bucket: an integer in [0, 100,000).
 * @internal for tests and benches
 */
export const bucketOf = (unit: string, salt: string): number =>
  Math.floor(((murmur3(unit, seedOf(salt)) >>> 0) * line) / 2 ** 32)

/**
 * Returns the smallest hash whose bucket is at least `bucket`. Comparing hashes with it avoids a division per
 * evaluation.
 */
export const firstHash = (bucket: number): number => Math.ceil((bucket * 2 ** 32) / line)

/** Returns the text of a unit: strings unchanged, finite numbers in decimal. Other values are not units. */
export const unitText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}
