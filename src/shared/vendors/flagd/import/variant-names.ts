import type { FlagDocument } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import { displayKeys } from '../../importing/display-keys.ts'

/** From flagd's names of variants, which may be any text, to keys of ours. */
export type VariantKeys = ReadonlyMap<string, string>

export const variantKeysOf = (variants: Readonly<Record<string, Json>>): VariantKeys =>
  displayKeys(Object.keys(variants), 'variant')

const isRenamed = ([theirs, ours]: readonly [string, string]): boolean => theirs !== ours

/** The variants by our keys; those that have another name in flagd are reported by it. */
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

/** No variant is called so: its flag ends in an error. */
const noVariant = ' '

/** The targeting with our keys in place of the names that changed. What only we call a variant is none in flagd. */
export const withVariantKeys = (targeting: Json, keys: VariantKeys): Json => {
  const renamed = [...keys].filter(isRenamed)
  if (renamed.length === 0) return targeting
  const ours = renamed.filter(([, key]) => !keys.has(key)).map(([, key]): [string, string] => [key, noVariant])
  const results = new Map([...renamed, ...ours])
  return inResults(targeting, results) ?? compared(targeting, results)
}

/** The expression with other names where it writes its result; undefined if it computes one. */
const inResults = (node: Json, keys: VariantKeys): Json | undefined => {
  // the result is looked up as text
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
    // what is hashed; `merge` makes a list, which is a share
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

/** A computed result is compared with each of the names, as the text that it is looked up by. */
const compared = (targeting: Json, keys: VariantKeys): Json => ({
  if: [
    { '===': [targeting, null] },
    null,
    ...[...keys].flatMap(([name, key]): Json[] => [{ '===': [{ cat: [targeting, ''] }, name] }, key]),
    targeting,
  ],
})
