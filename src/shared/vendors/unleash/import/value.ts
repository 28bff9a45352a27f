import type { FlagType } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import { displayKeys } from '../../importing/display-keys.ts'
import type { UnleashFeature, UnleashVariant } from './config.ts'

/** What the variants of a feature become: the flag's type, and for each different variant a key, a value, its outputs. */
export type Values = {
  type: FlagType
  variants: Record<string, Json>
  outputs: Record<string, { name?: string; payload?: Json }>
  keyOf: (variant: UnleashVariant) => string
}

/** The variants that can be served: those of the feature and of each strategy, where they weigh something. */
export const servable = (variants: readonly UnleashVariant[] | null | undefined): readonly UnleashVariant[] => {
  const total = (variants ?? []).reduce((sum, { weight }) => sum + weight, 0)
  return total > 0 ? (variants ?? []) : []
}

/**
 * The values of a feature. One without variants is a boolean. Variants answer their payload as the type all of them share,
 * a text payload or none as text: a variant without payload answers its name. The same name may stand for different
 * payloads in different strategies; each is a variant here, reported by that name.
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

/** How payloads become values: numbers and JSON as what they are when all variants have them, else as text. */
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

/** The JSON object or list of a text; null and undefined are no object, for a text that is no JSON included. */
const parsed = (text: string): Json | undefined => {
  try {
    // JSON.parse answers JSON.
    return (JSON.parse(text) as Json) ?? undefined
  } catch {
    return undefined
  }
}
