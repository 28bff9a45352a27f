import { murmur3 } from './murmur3.ts'

/** The length of the line: weights are in units of 0.001%. */
export const line = 100_000

/** The seed of a salt: its own hash. Computed once, when a flag is compiled. */
export const seedOf = (salt: string): number => murmur3(salt, 0)

/**
 * Where a unit falls on the line: an integer in [0, 100 000).
 * @internal for tests and benches
 */
export const bucketOf = (unit: string, salt: string): number =>
  Math.floor(((murmur3(unit, seedOf(salt)) >>> 0) * line) / 2 ** 32)

/** The smallest hash whose bucket is at least `bucket`: comparing hashes with it spares the division. */
export const firstHash = (bucket: number): number => Math.ceil((bucket * 2 ** 32) / line)

/** The text of a unit: strings as they are, finite numbers in decimal; anything else is no unit. */
export const unitText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}
