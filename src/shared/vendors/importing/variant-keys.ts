import type { FlagType } from '../../schemas/flag.ts'
import { type Json, Key } from '../../schemas/keys.ts'

/** The flag type that all values share. `object` if they differ. */
export const typeOf = (values: readonly Json[]): FlagType => {
  const types = new Set(values.map((value) => typeof value))
  const [only] = types
  return types.size === 1 && (only === 'boolean' || only === 'string' || only === 'number') ? only : 'object'
}

/**
 * Keys for variations without a key in the vendor's document: the value itself if it is readable, otherwise
 * `variation-1` and so on. Never a plain integer, because objects do not preserve the order of such keys.
 */
export const variantKeysOf = (values: readonly Json[]): string[] => {
  const asKeys = values.map((value) => (typeof value === 'boolean' || typeof value === 'string' ? String(value) : ''))
  const distinct = new Set(asKeys.map((key) => key.toLowerCase())).size === asKeys.length
  const readable = asKeys.every((key) => Key.safeParse(key).success && !/^\d+$/.test(key))
  return distinct && readable ? asKeys : values.map((_, i) => `variation-${i + 1}`)
}
