import type { Rule } from '../../schemas/flag.ts'
import { spend } from '../meter.ts'
import type { Run } from './run.ts'

const own = (holder: unknown, name: string): unknown =>
  // Safe cast: any object can be indexed by any name.
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
    ? (holder as Record<string, unknown>)[name]
    : undefined

/**
 * Returns the variant that the caller's store assigned for a rule, `blocked` if an older version blocks it, or null.
 */
export const storedVariant = ({ sticky }: Rule, run: Run): string | null => {
  const store = sticky?.assignments.reduce<unknown>(own, run.context)
  if (sticky === undefined || store === undefined) return null
  const found: string[] = []
  for (const name of [sticky.attribute, ...(sticky.fallback === undefined ? [] : [sticky.fallback])]) {
    const value = own(run.context, name)
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const kept = own(store, `${name}||${value}`)
    spend(sticky.minBucketVersion)
    const versions = Array.from({ length: sticky.minBucketVersion }, (_, version) => `${sticky.key}__${version}`)
    if (versions.some((version) => own(kept, version) !== undefined)) return blocked
    const variant = own(kept, `${sticky.key}__${sticky.bucketVersion}`)
    if (typeof variant === 'string') found.push(variant)
  }
  const [first] = found
  return first !== undefined && Object.hasOwn(run.flag.variants, first) ? first : null
}

/** Cannot be a variant key: keys contain no spaces. */
export const blocked = 'an older version blocks'
