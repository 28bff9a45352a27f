import type { Condition } from '../../../schemas/condition.ts'
import type { FlagDocument, Rule } from '../../../schemas/flag.ts'
import type { Serve } from '../../../schemas/split.ts'
import { below } from '../../importing/finding.ts'
import type { UnleashFeature, UnleashStrategy } from './config.ts'
import { constraintOf } from './constraint.ts'
import { noVariant, requirementOf } from './dependency.ts'
import { predicateOf, readsParameters } from './predicate.ts'
import { nobody, type UnleashScope } from './scope.ts'
import { servable, type Values, valuesOf } from './value.ts'
import { type Draw, drawOf, overrideRulesOf } from './variant.ts'

/** Converts one feature. `key` is Fanion's key; the feature's name is hashed. */
export const featureOf = (scope: UnleashScope, key: string, feature: UnleashFeature): FlagDocument => {
  const values = valuesOf(feature)
  const requires = (feature.dependencies ?? []).map((one, i) => requirementOf(scope, one, `dependencies.${i}`))
  const outputs = Object.entries(values?.outputs ?? {}).filter(([, output]) => Object.keys(output).length > 0)
  return {
    key,
    ...(feature.name === key ? {} : { hashKey: feature.name }),
    type: values?.type ?? 'boolean',
    on: feature.enabled === true,
    variants: values?.variants ?? { on: true, off: false },
    offVariant: values === null ? 'off' : null,
    prerequisites: [],
    ...rulesOf(scope, feature, values),
    salt: feature.name,
    visibleToClients: false,
    ...(requires.length === 0 ? {} : { order: 'prerequisites,state' as const, requires }),
    off: enabledOrNot(values, false),
    ...(outputs.length === 0 ? {} : { outputs: Object.fromEntries(outputs) }),
  }
}

/** The caller's default: nothing that Unleash would call a variant. */
const withoutVariant = (enabled: boolean): Serve => ({ useDefault: true, enabled, name: noVariant })

const enabledOrNot = (values: Values | null, enabled: boolean): Serve =>
  values === null ? { variant: enabled ? 'on' : 'off', enabled } : withoutVariant(enabled)

/** Converts the strategies in order. The first one that matches enables the feature. An empty list also enables it. */
const rulesOf = (
  scope: UnleashScope,
  feature: UnleashFeature,
  values: Values | null,
): { rules: Rule[]; otherwise: Serve } => {
  if (!feature.strategies) return { rules: [], otherwise: enabledOrNot(values, false) }
  if (feature.strategies.every(({ disabled }) => disabled === true)) {
    const message = 'With every strategy disabled Unleash SDKs evaluate this flag as ON. Imported as ON.'
    scope.report('info', 'strategies', message)
    const rules = strategyRules(scope, feature, values, { name: 'default' }, 0)
    const last = rules.pop()
    return { rules, otherwise: last?.serve ?? enabledOrNot(values, true) }
  }
  const rules = feature.strategies.flatMap((strategy, i) =>
    strategy.disabled === true
      ? []
      : strategyRules({ ...scope, report: below(scope.report, `strategies.${i}`) }, feature, values, strategy, i),
  )
  return { rules, otherwise: enabledOrNot(values, false) }
}

const strategyRules = (
  scope: UnleashScope,
  feature: UnleashFeature,
  values: Values | null,
  strategy: UnleashStrategy,
  index: number,
): Rule[] => {
  const id = `strategy-${index + 1}`
  if (strategy.parameters == null && readsParameters(strategy)) {
    const message =
      'It has no parameters, so the SDK fails on this strategy. Give it an object of them, then import again.'
    scope.report('block', 'parameters', message)
  }
  const when = conditionOf(scope, strategy)
  const draw = drawFor(feature, strategy)
  if (values === null || draw === null) return [{ id, when, serve: enabledOrNot(values, true) }]
  return [...overrideRulesOf(values, draw, id, when), { id, when, serve: drawOf(scope, values, draw, 'variants') }]
}

/**
 * The variants of a strategy if their total weight is positive, otherwise the feature's. Only the former hash the group
 * id.
 */
const drawFor = (feature: UnleashFeature, { variants, parameters }: UnleashStrategy): Draw | null => {
  const own = servable(variants)
  if (own.length > 0) {
    // SDKs hash the text `undefined` if there is no group id.
    const groupId = String(parameters?.['groupId'])
    return { variants: own, groupId, stickiness: String(own[0]?.stickiness || parameters?.['stickiness'] || 'default') }
  }
  const shared = servable(feature.variants)
  if (shared.length === 0) return null
  return { variants: shared, groupId: feature.name, stickiness: shared[0]?.stickiness ?? 'default' }
}

const conditionOf = (scope: UnleashScope, strategy: UnleashStrategy): Condition => {
  const constraints = (strategy.constraints ?? []).map((constraint, i) =>
    constraintOf({ ...scope, report: below(scope.report, `constraints.${i}`) }, constraint),
  )
  const segments = (strategy.segments ?? []).map((id, i): Condition => {
    const segment = scope.segmentKeys.get(String(id))
    if (segment !== undefined) return { segment, missing: 'false' }
    scope.report('warn', `segments.${i}`, `There is no segment ${id}. The strategy never matches, as before.`)
    return nobody
  })
  const predicate = predicateOf(scope, strategy)
  const parts = [...constraints, ...segments, ...(predicate === true ? [] : [predicate])]
  return parts.length === 0 ? true : { all: parts }
}
