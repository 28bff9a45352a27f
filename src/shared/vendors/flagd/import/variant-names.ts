import type { FlagDocument } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import { displayKeys } from '../../importing/display-keys.ts'

/** Maps flagd's variant names, which can be any text, to Fanion's keys. */
export type VariantKeys = ReadonlyMap<string, string>

export const variantKeysOf = (variants: Readonly<Record<string, Json>>): VariantKeys =>
  displayKeys(Object.keys(variants), 'variant')

const isRenamed = ([theirs, ours]: readonly [string, string]): boolean => theirs !== ours

/** The variants by Fanion's keys. Variants whose name differs in flagd are reported under that name. */
export const variantsOf = (
  variants: Readonly<Record<string, Json>>,
  keys: VariantKeys,
): Pick<FlagDocument, 'variants' | 'outputs'> => {
  const renamed = [...keys].filter(isRenamed)
  return {
    variants: Object.fromEntries(Object.entries(variants).map(([name, value]) => [keys.get(name) ?? name, value])),
    ...(renamed.length === 0 ? {} : { outputs: Object.fromEntries(renamed.map(([name, key]) => [key, { name }])) }),
  }
}

/** Not a valid variant name, so the flag returns an error. */
const noVariant = ' '

/**
 * Replaces changed variant names in the targeting by Fanion's keys. A name that exists only as a Fanion key is not a
 * variant in flagd, so it must not match.
 */
export const withVariantKeys = (targeting: Json, keys: VariantKeys): Json => {
  const renamed = [...keys].filter(isRenamed)
  if (renamed.length === 0) return targeting
  const ours = renamed.filter(([, key]) => !keys.has(key)).map(([, key]): [string, string] => [key, noVariant])
  const results = new Map([...renamed, ...ours])
  return inResults(targeting, results) ?? compared(targeting, results)
}

/** Renames the results that an expression contains as literals. Undefined if it computes a result. */
const inResults = (node: Json, keys: VariantKeys): Json | undefined => {
  // The result is looked up as a string.
  if (typeof node !== 'object' || node === null) return keys.get(String(node)) ?? node
  const [operation, ...more] = Object.entries(node)
  if (Array.isArray(node) || operation === undefined || more.length > 0) return undefined
  const [name, operands] = operation
  if (!Array.isArray(operands)) return undefined
  const last = operands.length - 1
  const fitted = operands.map((operand, i) => {
    if (name === 'if' || name === '?:') return i % 2 === 1 || i === last ? inResults(operand, keys) : operand
    if (name !== 'fractional') return undefined
    if (Array.isArray(operand)) return inShare(operand, keys)
    // The first operand is what is hashed, unless it contains `merge`, which returns a list and so is a share.
    return i === 0 && !JSON.stringify(operand).includes('"merge"') ? operand : undefined
  })
  const known = fitted.filter((one) => one !== undefined)
  return known.length < fitted.length ? undefined : { [name]: known }
}

const inShare = ([variant, ...weight]: readonly Json[], keys: VariantKeys): Json | undefined => {
  if (variant === undefined) return []
  const fitted = inResults(variant, keys)
  return fitted === undefined ? undefined : [fitted, ...weight]
}

/** Compares a computed result with each name, as the string that it is looked up by. */
const compared = (targeting: Json, keys: VariantKeys): Json => ({
  if: [
    { '===': [targeting, null] },
    null,
    ...[...keys].flatMap(([name, key]): Json[] => [{ '===': [{ cat: [targeting, ''] }, name] }, key]),
    targeting,
  ],
})
