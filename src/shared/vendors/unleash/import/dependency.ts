import type { FlagTest } from '../../../schemas/condition.ts'
import type { UnleashDependency, UnleashFeature } from './config.ts'
import type { UnleashScope } from './scope.ts'
import { valuesOf } from './value.ts'

/** The name that Unleash reports if no variant is served. */
export const noVariant = 'disabled'

/**
 * A parent that must be enabled, disabled, or serve one of these variants. Never met if the parent is missing or has
 * parents of its own.
 */
export const requirementOf = (scope: UnleashScope, dependency: UnleashDependency, path: string): FlagTest => {
  const parent = scope.config.features.find(({ name }) => name === dependency.feature)
  if (parent === undefined) {
    scope.report('warn', path, `There is no feature ${dependency.feature}. This one is never enabled, as before.`)
  }
  return {
    flag: scope.featureKeys.get(dependency.feature) ?? dependency.feature,
    test: testOf(dependency, parent),
    missing: 'false',
    cycle: 'false',
    onError: 'false',
    maxDepth: 1,
  }
}

const testOf = ({ enabled, variants }: UnleashDependency, parent: UnleashFeature | undefined): FlagTest['test'] => {
  if (enabled === false) return { enabled: false }
  if (!variants?.length) return { enabled: true }
  // A parent without variants is a boolean in Fanion. In Unleash it always reports `disabled` as its variant.
  if (parent !== undefined && valuesOf(parent) === null && variants.includes(noVariant)) return { enabled: true }
  return { variantIn: [...variants], requireEnabled: true, byName: true }
}
