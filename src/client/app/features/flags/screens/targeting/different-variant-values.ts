import type { FlagPage } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { Json } from '../../../../../../shared/schemas/keys.ts'

/** Another environment in which a variant has a different value. Undefined if the variant does not exist there. */
export type DifferentVariantValue = { environment: string; name: string; value: Json | undefined }

const sorted = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

/** Whether two values are equal regardless of field order. */
const same = (a: Json | undefined, b: Json | undefined): boolean =>
  a === undefined || b === undefined ? a === b : JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

/** Environments in which a variant differs from this one. */
export const differentVariantValues = (
  { environments, heads }: Pick<FlagPage, 'environments' | 'heads'>,
  here: string,
  variant: string,
  value: Json | undefined,
): DifferentVariantValue[] =>
  environments.flatMap(({ key, name }) => {
    const variants = heads[key]?.document.variants
    if (key === here || variants === undefined) return []
    const other = Object.hasOwn(variants, variant) ? variants[variant] : undefined
    return same(other, value) ? [] : [{ environment: key, name, value: other }]
  })
