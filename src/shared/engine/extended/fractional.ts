import { murmur3Units } from '../bucketing/murmur3-units.ts'
import { normalise } from '../bucketing/normalise.ts'
import { utf8 } from '../bucketing/utf8.ts'
import { needed } from '../needed.ts'
import { isList } from '../operators/list.ts'
import type { Logic } from './logic.ts'

const maxTotal = 2 ** 31 - 1

/** What is hashed: one text, or flag key and targeting key, which `cbor` keeps apart. */
type Bucketing = { readonly texts: readonly string[]; readonly entries: readonly unknown[] }

const bucketingOf = (args: readonly unknown[], { root, asked }: Logic): Bucketing | null => {
  const [first, ...rest] = args
  if (typeof first === 'string') return { texts: [first], entries: rest }
  const holder: object | null = typeof root === 'object' ? root : null
  const key: unknown = holder !== null && 'targetingKey' in holder ? holder.targetingKey : undefined
  return typeof key === 'string' && key !== '' ? { texts: [asked.flagKey, key], entries: args } : null
}

type Share = { readonly variant: unknown; readonly weight: number }

const shareOf = (entry: unknown): Share | null => {
  if (!isList(entry) || entry.length === 0) return null
  const [variant, weight = 1]: unknown[] = entry
  return Number.isInteger(weight) ? { variant, weight: Math.max(0, Number(weight)) } : null
}

/**
 * Divides by weight: an optional text to hash, then `[variant, weight]` (weight 1 when it is left out). Null when there is
 * nothing to hash or an entry is malformed. Dialect `percent` takes a percentage from the absolute value of the hash
 * as a signed integer; the others multiply and shift, `cbor` over deterministic CBOR.
 */
export const fractional = (args: readonly unknown[], logic: Logic): unknown => {
  const first = logic.dialect === 'percent'
  const bucketing = args.length < (first ? 2 : 1) ? null : bucketingOf(args, logic)
  if (bucketing === null) return null
  const { texts, entries } = bucketing
  const shares = entries.map(shareOf).filter((share) => share !== null)
  const total = shares.reduce((sum, { weight }) => sum + weight, 0)
  if (shares.length < entries.length || total === 0 || total > maxTotal) return null
  const bytes = logic.dialect === 'cbor' ? needed(logic.profiles, 'cbor')(texts) : utf8(texts.join(''))
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
