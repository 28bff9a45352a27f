import type { Condition } from '../../../schemas/condition.ts'
import type { FlagDocument, Rule } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Serve } from '../../../schemas/split.ts'
import { typeOf, variantKeysOf } from '../../importing/variant-keys.ts'
import type { FvFeature, FvForce, FvTraffic } from './config.ts'
import { baseOf, type FvScope, forcedBy, inSegments, pointOf, requiresItself } from './feature.ts'

type Variable = NonNullable<FvFeature['variablesSchema']>[string]

/** A value as the SDK returns it: strings of type `json` are parsed. Undefined if parsing fails. */
const valueOf = ({ type }: Variable, value: Json): Json | undefined => {
  if (type !== 'json' || typeof value !== 'string') return value
  try {
    return JSON.parse(value) as Json
  } catch {
    return undefined
  }
}

/** Every value that a variable can have, in document order. */
const valuesIn = (name: string, variable: Variable, { variations, traffic, force }: FvFeature): Json[] => {
  const given = [
    variable.defaultValue,
    variable.disabledValue,
    ...(force ?? []).map(({ variables }) => variables?.[name]),
    ...traffic.map(({ variables }) => variables?.[name]),
    ...(variations ?? []).flatMap(({ variables, variableOverrides }) => [
      variables?.[name],
      ...(variableOverrides?.[name] ?? []).map(({ value }) => value),
    ]),
  ]
  const values = given.flatMap((value) => (value === undefined ? [] : [valueOf(variable, value)]))
  const distinct = new Map(values.flatMap((value) => (value == null ? [] : [[JSON.stringify(value), value] as const])))
  return [...distinct.values()]
}

/** The force entries for which `says` is true, with their effective audience. Only the first matching entry applies. */
const firstForces = (
  scope: FvScope,
  { force }: FvFeature,
  says: (force: FvForce) => boolean,
): { force: FvForce; when: Condition }[] => {
  const before: Condition[] = []
  return (force ?? []).flatMap((one) => {
    const holds = forcedBy(scope, one)
    const when: Condition = { all: [holds, ...before.map((earlier): Condition => ({ not: earlier }))] }
    before.push(holds)
    return says(one) ? [{ force: one, when }] : []
  })
}

/** A force entry that sets the variable but not `enabled` also applies to users the feature is not enabled for. */
const bypassing = (scope: FvScope, feature: FvFeature, name: string): { when: Condition; value: Json | undefined }[] =>
  firstForces(scope, feature, ({ enabled, variables }) => enabled == null && variables?.[name] !== undefined).map(
    ({ force, when }) => ({ when, value: force.variables?.[name] }),
  )

/**
 * Whether a feature counts as enabled while one of its variables is evaluated. The SDK then also looks for a variable
 * of that name in required features. A required feature without such a variable does not count as enabled, nor does one
 * whose force entry sets it.
 */
const seenEnabled = (scope: FvScope, theirs: string, name: string, above: readonly string[]): Condition => {
  const feature = scope.features[theirs]
  const enabled: Condition = { flagTest: requiresItself(scope, theirs) }
  const required = (feature?.required ?? []).map((one) => (typeof one === 'string' ? one : one.key))
  if (feature === undefined || (required.length === 0 && above.length === 0)) return enabled
  const others = required.map((one): Condition => {
    const has = Object.hasOwn(scope.features[one]?.variablesSchema ?? {}, name)
    return has && !above.includes(one) ? seenEnabled(scope, one, name, [...above, theirs]) : { any: [] }
  })
  const forced = firstForces(scope, feature, (force) => force.enabled === true).map(({ when }) => when)
  const passed = bypassing(scope, feature, name).map(({ when }) => when)
  return { all: [{ not: { any: passed } }, { any: [...forced, { all: [enabled, ...others] }] }] }
}

/**
 * Converts one variable of a feature. Its value comes from a force entry, the matching traffic rule, an override, the
 * variation, or the default. Users without the feature get the disabled value, if any.
 */
export const variableFlagOf = (
  scope: FvScope,
  theirs: string,
  [name, hashKey, key]: readonly [name: string, hashKey: string, key: string],
  feature: FvFeature,
): FlagDocument | null => {
  const variable = feature.variablesSchema?.[name]
  if (variable === undefined) return null
  const values = valuesIn(name, variable, feature)
  const keys = variantKeysOf(values)
  const give = (value: Json | undefined): Serve => {
    const served = value === undefined ? undefined : valueOf(variable, value)
    const at = served === undefined ? -1 : values.findIndex((one) => JSON.stringify(one) === JSON.stringify(served))
    return at < 0 ? { useDefault: true } : { variant: keys[at] ?? '' }
  }
  const whenDisabled = variable.useDefaultWhenDisabled === true ? variable.defaultValue : undefined
  return {
    ...baseOf(hashKey, key),
    type: typeOf(values),
    variants: Object.fromEntries(keys.map((variant, i): [string, Json] => [variant, values[i] ?? null])),
    rules: numbered([
      ...bypassing(scope, feature, name).map(({ when, value }) => ({ when, serve: give(value) })),
      {
        when: { not: seenEnabled(scope, theirs, name, []) },
        serve: give(variable.disabledValue === undefined ? whenDisabled : variable.disabledValue),
      },
      ...rulesOf({ scope, theirs, name, variable, feature, give }),
    ]),
    otherwise: give(variable.defaultValue),
  }
}

type Inputs = {
  scope: FvScope
  theirs: string
  name: string
  variable: Variable
  feature: FvFeature
  give: (value: Json | undefined) => Serve
}

type Unnumbered = Omit<Rule, 'id'>

const numbered = (rules: readonly Unnumbered[]): Rule[] => rules.map((rule, i) => ({ id: `rule-${i + 1}`, ...rule }))

/**
 * A matching force entry that does not set the variable still decides the variation, whichever traffic rule matches.
 */
const rulesOf = (inputs: Inputs): Unnumbered[] => {
  const { scope, name, feature, give } = inputs
  const forces = (feature.force ?? []).flatMap((force): Unnumbered[] => {
    const holds = forcedBy(scope, force)
    const forced = force.variables?.[name]
    return forced === undefined ? trafficOf(inputs, force, [holds]) : [{ when: holds, serve: give(forced) }]
  })
  return [...forces, ...trafficOf(inputs, null, [])]
}

const trafficOf = (inputs: Inputs, force: FvForce | null, holds: Condition[]): Unnumbered[] => {
  const { scope, name, feature, give } = inputs
  const rules = feature.traffic.flatMap((traffic): Unnumbered[] => {
    const when = [...holds, inSegments(scope, traffic.segments)]
    const own = traffic.variables?.[name]
    if (traffic.percentage === 0) return [{ when: { all: when }, serve: { useDefault: true } }]
    if (own !== undefined) return [{ when: { all: when }, serve: give(own) }]
    const variation = force?.variation || traffic.variation
    return variation ? variationOf(inputs, variation, when) : allocatedOf(inputs, traffic, when)
  })
  return force === null ? rules : [...rules, ...variationOf(inputs, force.variation ?? null, holds)]
}

const allocatedOf = (inputs: Inputs, { allocation }: FvTraffic, when: Condition[]): Unnumbered[] => {
  const point = pointOf(inputs.feature.bucketBy, inputs.theirs)
  const allocated = (allocation ?? []).flatMap(({ variation, range: [lo, hi] }) =>
    variationOf(inputs, variation, [...when, { within: { point, lo, hi, bounds: '[]' } }]),
  )
  return [...allocated, ...variationOf(inputs, null, when)]
}

const variationOf = (inputs: Inputs, value: string | null, when: Condition[]): Unnumbered[] => {
  const { scope, name, variable, feature, give } = inputs
  const variation = (feature.variations ?? []).find((one) => one.value === value)
  const overrides = (variation?.variableOverrides?.[name] ?? []).map(
    ({ conditions, segments, ...override }): Unnumbered => ({
      when: { all: [...when, forcedBy(scope, conditions ? { conditions } : { segments })] },
      serve: give(override.value),
    }),
  )
  const own = variation?.variables?.[name]
  const rest = own === undefined ? variable.defaultValue : own
  return [...overrides, { when: { all: when }, serve: give(rest) }]
}
