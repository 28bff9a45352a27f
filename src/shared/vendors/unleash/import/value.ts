import type { FlagType } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import { displayKeys } from '../../importing/display-keys.ts'
import type { UnleashFeature, UnleashVariant } from './config.ts'

/** The converted variants of a feature: the flag's type, and a key, value and outputs for each distinct variant. */
export type Values = {
  type: FlagType
  variants: Record<string, Json>
  outputs: Record<string, { name?: string; payload?: Json }>
  keyOf: (variant: UnleashVariant) => string
}

/** The variants that can be served: those of the feature and of each strategy, if their total weight is positive. */
export const servable = (variants: readonly UnleashVariant[] | null | undefined): readonly UnleashVariant[] => {
  const total = (variants ?? []).reduce((sum, { weight }) => sum + weight, 0)
  return total > 0 ? (variants ?? []) : []
}

/**
 * The values of a feature. Without variants it is a boolean. A variant's value is its payload, in the type that all
 * payloads share, otherwise as a string. A variant without a payload serves its name. One name can have different
 * payloads in different strategies; each becomes a variant that is reported under that name.
 */
export const valuesOf = (feature: UnleashFeature): Values | null => {
  const lists = [feature.variants, ...(feature.strategies ?? []).map(({ variants }) => variants)]
  const all = lists.flatMap(servable)
  if (all.length === 0) return null
  const { type, valueOf } = reading(all)
  const identities = new Map(all.map((variant) => [identityOf(variant), variant]))
  const keys = displayKeys(identities.keys(), 'variant', (identity) => identities.get(identity)?.name ?? identity)
  const entries = [...identities].map(([identity, variant]) => ({ key: keys.get(identity) ?? identity, variant }))
  return {
    type,
    variants: Object.fromEntries(entries.map(({ key, variant }): [string, Json] => [key, valueOf(variant)])),
    outputs: Object.fromEntries(
      entries.map(({ key, variant: { name, payload } }) => [
        key,
        {
          ...(name === key ? {} : { name }),
          ...(payload == null ? {} : { payload: { type: payload.type, value: payload.value } }),
        },
      ]),
    ),
    keyOf: (variant) => keys.get(identityOf(variant)) ?? variant.name,
  }
}

const identityOf = ({ name, payload }: UnleashVariant): string =>
  JSON.stringify([name, payload?.type ?? null, payload?.value ?? null])

type Reading = { type: FlagType; valueOf: (variant: UnleashVariant) => Json }

const asText: Reading = { type: 'string', valueOf: ({ name, payload }) => payload?.value ?? name }

/** How payloads are converted: to numbers or JSON if all variants have that type, otherwise to strings. */
const reading = (variants: readonly UnleashVariant[]): Reading => {
  const all = (type: string, fits: (value: string) => boolean) =>
    variants.every(({ payload }) => payload?.type === type && fits(payload.value))
  if (all('number', (value) => value.trim() !== '' && Number.isFinite(Number(value)))) {
    return { type: 'number', valueOf: ({ payload }) => Number(payload?.value) }
  }
  if (all('json', (value) => typeof parsed(value) === 'object')) {
    return { type: 'object', valueOf: ({ payload }) => parsed(payload?.value ?? '') ?? null }
  }
  return asText
}

/** The JSON object or list in a string. Undefined for null and for invalid JSON. */
const parsed = (text: string): Json | undefined => {
  try {
    // Safe cast: `JSON.parse` returns JSON.
    return (JSON.parse(text) as Json) ?? undefined
  } catch {
    return undefined
  }
}
