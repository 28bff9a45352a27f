import type { FlagDocument, Rule } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Serve } from '../../../schemas/split.ts'
import { displayKeys } from '../../importing/display-keys.ts'
import { typeOf } from '../../importing/variant-keys.ts'
import type { FsConfig, FsFeature, FsVariant } from './config.ts'
import { pointsOf } from './point.ts'

/** A feature's state in a segment override, or in the environment if `segment` is null. */
export type State = { segment: string | null; feature: FsFeature }

/** The reported variant of an identity that is in no other variant. Nothing is reported without an identity. */
const control = 'control'

/**
 * Properties of a feature beyond this environment: whether client-side keys see it, and its states in all environments.
 */
type Shared = { visible: boolean; elsewhere: readonly FsFeature[] }

/** Converts one feature. `states` contains its overrides by precedence, and the environment's own state last. */
export const featureOf = (
  config: FsConfig,
  theirs: string,
  key: string,
  states: readonly State[],
  { visible, elsewhere }: Shared,
): FlagDocument => {
  const own = namesOf(states.map(({ feature }) => feature))
  // A feature without a value here has the type that it has in other environments.
  const names = own.size > 0 ? own : namesOf(elsewhere)
  const ours = ({ feature }: State): Serve => serveOf(config, names, feature)
  const last = states.at(-1)
  const rules = states.flatMap((state, i): Rule[] =>
    state.segment === null ? [] : [{ id: `override-${i + 1}`, when: { segment: state.segment }, serve: ours(state) }],
  )
  return {
    key,
    ...(theirs === key ? {} : { hashKey: theirs }),
    type: typeOf([...names.values()].map(({ value }) => value)),
    on: true,
    variants: Object.fromEntries([...names.values()].map(({ variant, value }): [string, Json] => [variant, value])),
    offVariant: null,
    prerequisites: [],
    rules,
    otherwise: last === undefined ? { useDefault: true, enabled: false } : ours(last),
    salt: theirs,
    visibleToClients: visible,
    outputs: Object.fromEntries([...names.values()].map(({ variant, name }) => [variant, { name }])),
  }
}

/** Whether any state of a feature has a value. If not, the feature is only on or off. */
export const hasValues = (states: readonly FsFeature[]): boolean =>
  states.some(({ value, variants }) => value !== null || (variants ?? []).some((variant) => variant.value !== null))

/** The boolean flag for whether a feature is enabled. */
export const enabledFlagOf = (
  theirs: string,
  key: string,
  states: readonly State[],
  visible: boolean,
): FlagDocument => {
  const serve = ({ feature: { enabled } }: State): Serve => ({ variant: String(enabled), enabled })
  const last = states.at(-1)
  return {
    key,
    ...(theirs === key ? {} : { hashKey: theirs }),
    type: 'boolean',
    on: true,
    variants: { true: true, false: false },
    offVariant: null,
    prerequisites: [],
    rules: states.flatMap((state, i): Rule[] =>
      state.segment === null
        ? []
        : [{ id: `override-${i + 1}`, when: { segment: state.segment }, serve: serve(state) }],
    ),
    otherwise: last === undefined ? { variant: 'false', enabled: false } : serve(last),
    salt: theirs,
    visibleToClients: visible,
  }
}

/** By value and reported name. */
type Names = Map<string, { variant: string; value: Json; name: string | null }>

const identityOf = (value: Json, name: string | null): string => JSON.stringify([value, name])

const namesOf = (states: readonly FsFeature[]): Names => {
  const all = states.flatMap(({ value, variants }) => [
    { value, name: null },
    ...((variants ?? []).length === 0 ? [] : [{ value, name: control }]),
    ...(variants ?? []).map((variant) => ({ value: variant.value, name: variant.key ?? null })),
  ])
  const known = new Map(all.filter(({ value }) => value !== null).map((one) => [identityOf(one.value, one.name), one]))
  const wanted = (identity: string): string => {
    const { value, name } = known.get(identity) ?? { value: null, name: null }
    return name ?? (typeof value === 'string' || typeof value === 'boolean' ? String(value) : 'value')
  }
  const keys = displayKeys(known.keys(), 'value', wanted)
  return new Map([...known].map(([identity, one]) => [identity, { ...one, variant: keys.get(identity) ?? 'value' }]))
}

/**
 * `enabled` and the value are separate results. Variants are bucketed by priority; identities in no variant get the
 * feature's own value.
 */
const serveOf = (config: FsConfig, names: Names, feature: FsFeature): Serve => {
  const { enabled, value } = feature
  const give = (of: Json, name: string | null): Serve => {
    const variant = names.get(identityOf(of, name))?.variant
    return variant === undefined
      ? { useDefault: true, enabled, ...(name === null ? {} : { name }) }
      : { variant, enabled }
  }
  const variants = byPriority(feature.variants ?? [])
  if (variants.length === 0) return give(value, null)
  let sum = 0
  const slots = variants.map((variant) => {
    const lo = sum
    sum += variant.weight
    return { lo, hi: sum, serve: give(variant.value, variant.key ?? null) }
  })
  const { own, composite } = pointsOf(feature.key, config.environment.key)
  const split = {
    bounds: '[)' as const,
    slots,
    overflow: 'serve' as const,
    overflowServe: give(value, control),
    noUnit: 'serve' as const,
    source: { layout: 'cumulative', weights: variants.map(({ value: of, weight }) => ({ value: of, weight })) },
  }
  const byComposite: Serve = { wide: { ...split, point: composite, noUnitServe: give(value, null) } }
  return { wide: { ...split, point: own, noUnitServe: byComposite } }
}

/** Lowest number first, then those without a priority. Otherwise in document order. */
export const byPriority = <T extends Pick<FsVariant, 'priority'>>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => (a.priority ?? Number.POSITIVE_INFINITY) - (b.priority ?? Number.POSITIVE_INFINITY) || 0)
