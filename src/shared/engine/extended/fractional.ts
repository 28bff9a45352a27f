import { murmur3Units } from '../bucketing/murmur3-units.ts'
import { normalise } from '../bucketing/normalise.ts'
import { utf8 } from '../bucketing/utf8.ts'
import { build } from '../meter.ts'
import { isList } from '../operators/list.ts'
import { requireModule } from '../require-module.ts'
import { sizeOf } from './cost.ts'
import type { Logic } from './logic.ts'

const maxTotal = 2 ** 31 - 1

/** What is hashed: one value, or flag key and targeting key, which `cbor` encodes separately. */
type Bucketing = { readonly values: readonly unknown[]; readonly entries: readonly unknown[] }

/** Whether the first operand is hashed: a text, or, for `cbor`, any value except null and lists, which are shares. */
const isHashed = (first: unknown, { dialect }: Logic): boolean =>
  typeof first === 'string' || (dialect === 'cbor' && first !== null && first !== undefined && !Array.isArray(first))

const bucketingOf = (args: readonly unknown[], logic: Logic): Bucketing | null => {
  const { root, asked } = logic
  const [first, ...rest] = args
  if (isHashed(first, logic)) return { values: [first], entries: rest }
  const holder: object | null = typeof root === 'object' ? root : null
  const key: unknown = holder !== null && 'targetingKey' in holder ? holder.targetingKey : undefined
  return typeof key === 'string' && key !== '' ? { values: [asked.flagKey, key], entries: args } : null
}

/** Encodes values as CBOR. The cost of objects is spent first. */
const cborOf = (values: readonly unknown[], { profiles }: Logic): number[] => {
  for (const value of values) if (typeof value === 'object') build(sizeOf(value) * 2)
  return requireModule(profiles, 'cbor')(values)
}

type Share = { readonly variant: unknown; readonly weight: number }

const shareOf = (entry: unknown): Share | null => {
  if (!isList(entry) || entry.length === 0) return null
  const [variant, weight = 1]: unknown[] = entry
  return Number.isInteger(weight) ? { variant, weight: Math.max(0, Number(weight)) } : null
}

/**
 * Divides by weight. Operands: an optional value to hash (a text, or any value for `cbor`), then `[variant, weight]`
 * pairs (default weight 1). Returns null if there is nothing to hash, or if an entry is malformed.
 * Dialect `percent` computes a percentage from the absolute value of the hash as a signed integer. The others multiply
 * and shift; `cbor` hashes deterministic CBOR.
 */
export const fractional = (args: readonly unknown[], logic: Logic): unknown => {
  const first = logic.dialect === 'percent'
  const bucketing = args.length < (first ? 2 : 1) ? null : bucketingOf(args, logic)
  if (bucketing === null) return null
  const { values, entries } = bucketing
  const shares = entries.map(shareOf).filter((share) => share !== null)
  const total = shares.reduce((sum, { weight }) => sum + weight, 0)
  if (shares.length < entries.length || total === 0 || total > maxTotal) return null
  const bytes = logic.dialect === 'cbor' ? cborOf(values, logic) : utf8(values.join(''))
  const hash = murmur3Units(bytes, 0)
  return first ? byPercent(shares, total, hash) : byWeight(shares, total, hash)
}

const byWeight = (shares: readonly Share[], total: number, hash: number): unknown => {
  const bucket = normalise({ kind: 'mulshift', total })(hash)
  let sum = 0
  for (const { variant, weight } of shares) {
    sum += weight
    if (bucket < sum) return variant
  }
  return null
}

const byPercent = (shares: readonly Share[], total: number, hash: number): unknown => {
  const bucket = normalise({ kind: 'absint32', by: 2147483648 })(hash)
  let sum = 0
  for (const { variant, weight } of shares) {
    sum += (weight * 100) / total
    if (sum >= bucket) return variant
  }
  return null
}
