import type { UnleashConfig, UnleashDependency, UnleashFeature, UnleashVariant } from '../config.ts'
import type { Scope, Tools, UnleashContext } from './scope.ts'
import { strategyHolds } from './strategy.ts'
import { pickVariant } from './variant.ts'

/** Unleash's result: whether the feature is enabled, and its variant. Null for the variant called `disabled`. */
export type UnleashAnswer = { enabled: boolean; variant: UnleashVariant | null; random: boolean }

/**
 * Evaluates the vendor's original document by the vendor's published rules. It shares only the document's schema with
 * the compiler. `random` is true if Unleash itself would return different results for repeated calls.
 */
export const evaluateUnleash = (
  config: UnleashConfig,
  name: string,
  context: UnleashContext,
  nowMs: number,
  tools: Tools,
): UnleashAnswer => {
  const scope: Scope = { config, context, nowMs, tools, random: false }
  const feature = findFeature(scope, name)
  const answer = feature === undefined ? off : featureAnswer(scope, feature)
  return { ...answer, random: scope.random }
}

type Answer = { enabled: boolean; variant: UnleashVariant | null }
const off: Answer = { enabled: false, variant: null }

const findFeature = (scope: Scope, name: string): UnleashFeature | undefined =>
  scope.config.features.findLast((feature) => feature.name === name)

const featureAnswer = (scope: Scope, feature: UnleashFeature): Answer => {
  if (!(feature.dependencies ?? []).every((dependency) => parentHolds(scope, dependency))) return off
  if (!feature.enabled || !feature.strategies) return off
  const strategy = feature.strategies.find((one) => one.disabled !== true && strategyHolds(scope, one))
  if (strategy === undefined && feature.strategies.some(({ disabled }) => disabled !== true)) return off
  const own = strategy?.variants ?? []
  const parameters = strategy?.parameters ?? {}
  const stickiness = own[0]?.stickiness || parameters['stickiness'] || 'default'
  const ofStrategy = pickVariant(scope, own, String(parameters['groupId']), String(stickiness))
  if (ofStrategy !== null) return { enabled: true, variant: ofStrategy }
  const ofFeature = feature.variants ?? []
  return { enabled: true, variant: pickVariant(scope, ofFeature, feature.name, ofFeature[0]?.stickiness ?? 'default') }
}

const parentHolds = (scope: Scope, dependency: UnleashDependency): boolean => {
  const parent = findFeature(scope, dependency.feature)
  if (parent === undefined || parent.dependencies?.length) return false
  const { enabled, variant } = featureAnswer(scope, parent)
  if (dependency.enabled === false) return !enabled
  const wanted = dependency.variants ?? []
  return enabled && (wanted.length === 0 || wanted.includes(variant?.name ?? 'disabled'))
}
