import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { reported } from '../../../shared/vendors/unleash/export/payload.ts'
import type { VendorCount } from '../protocols/vendor-counts.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Parses the metrics of Unleash's SDKs: how often a feature was on and off, and how often each variant was returned.
 */
export function unleashCounts(body: unknown): VendorCount[] {
  const bucket = isObject(body) ? body['bucket'] : undefined
  const toggles = isObject(bucket) ? bucket['toggles'] : undefined
  if (!isObject(toggles)) return []
  return Object.entries(toggles).flatMap(([name, told]): VendorCount[] => {
    if (!isObject(told)) return []
    const variants = isObject(told['variants']) ? Object.entries(told['variants']) : []
    return [
      { name, variantOf: (flag: FlagDocument) => booleanVariant(flag, true), count: Number(told['yes'] ?? 0) },
      { name, variantOf: (flag: FlagDocument) => booleanVariant(flag, false), count: Number(told['no'] ?? 0) },
      ...variants.map(([variant, count]) => ({
        name,
        variantOf: (flag: FlagDocument) => variantNamed(flag, variant),
        count: Number(count),
      })),
    ]
  })
}

/**
 * The only variant of a boolean flag with this value. Null if there are several; for other flag types the count is
 * skipped.
 */
const booleanVariant = (flag: FlagDocument, value: boolean): string | null => {
  if (flag.type !== 'boolean') return notCounted
  const [variant, ...more] = Object.keys(flag.variants).filter((one) => flag.variants[one] === value)
  return variant !== undefined && more.length === 0 ? variant : null
}

/** A name that no variant has, so that such a count is skipped. */
const notCounted = '\n'

const variantNamed = (flag: FlagDocument, name: string): string | null => {
  if (name === 'disabled' || flag.type === 'boolean') return flag.type === 'boolean' ? notCounted : null
  return Object.keys(flag.variants).find((variant) => reported(flag, variant, true).name === name) ?? notCounted
}
