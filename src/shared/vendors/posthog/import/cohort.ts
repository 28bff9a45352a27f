import type { Condition, FlagTest } from '../../../schemas/condition.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { PhGroup, PhProperty } from './config.ts'
import { propertyOf } from './property.ts'
import { nobody, type PhScope, unknown } from './scope.ts'

/**
 * Converts a property: of a person or group, a cohort, or another flag's result. `path` is where properties are read
 * from.
 */
export const conditionOf = (scope: PhScope, path: readonly string[], property: PhProperty): Condition => {
  if (property.type === 'cohort') return cohortTest(scope, property)
  if (property.type === 'flag') return flagTest(scope, property)
  return propertyOf(scope, path, property)
}

const cohortTest = (scope: PhScope, { value, operator }: PhProperty): Condition => {
  const id = Array.isArray(value) ? value[0] : value
  const segment = scope.cohortKeys.get(typeof id === 'string' ? id : JSON.stringify(id ?? null))
  if (segment !== undefined) return { segment, negate: operator === 'not_in', missing: 'unknown' }
  scope.report('block', 'value', `Members of cohort ${JSON.stringify(value)} are only in PostHog. Export the cohort.`)
  return scope.evaluator === 'server' ? nobody : unknown
}

/** The variants that a string refers to. None for the strings `true` and `false`, unless a variant has that name. */
const variantsNamed = ({ config }: PhScope, key: string, value: Json | undefined): string[] => {
  if (typeof value !== 'string') return []
  if (value !== 'true' && value !== 'false') return [value]
  const variants = config.flags.find((flag) => flag.key === key)?.filters?.multivariate?.variants ?? []
  return variants.some((variant) => variant.key === value) ? [value] : []
}

/**
 * A condition on another flag's result: any value other than false (true), false, or one variant. If the flag is in a
 * cycle, there is no dependency chain.
 */
const flagTest = (scope: PhScope, { key, value, dependency_chain: chain }: PhProperty): Condition => {
  const lost = scope.evaluator === 'server' ? ('false' as const) : ('unknown' as const)
  if (chain == null && scope.evaluator === 'server')
    scope.report(
      'block',
      '',
      `It asks the flag ${JSON.stringify(key)}, which isn’t in these files. Export the whole project.`,
    )
  if (chain == null || chain.length === 0) return scope.evaluator === 'server' ? nobody : unknown
  // SDKs evaluate each flag of the chain. If one is missing, the result is unknown.
  if (scope.evaluator !== 'server' && chain.some((one) => !scope.flagKeys.has(one))) return unknown
  if (scope.evaluator !== 'server' && !chain.includes(key)) {
    const why = `Its dependency chain doesn’t hold the flag ${JSON.stringify(key)} that is asked for`
    scope.report('block', 'dependency_chain', `${why}, so the SDK doesn’t know its answer. Export the project again.`)
  }
  const test: FlagTest['test'] =
    typeof value === 'boolean' ? { enabled: value } : { variantIn: variantsNamed(scope, key, value), byName: true }
  return { flagTest: { flag: scope.flagKeys.get(key) ?? key, test, missing: lost, cycle: lost, onError: lost } }
}

const isGroup = (one: PhGroup | PhProperty): one is PhGroup => 'values' in one && Array.isArray(one.values)

/** Converts a cohort's condition. An unknown result counts only if nothing else decides. */
export const cohortOf = (scope: PhScope, group: PhGroup): Condition => {
  const { type, values } = group
  if (Object.keys(group).length > 0 && !['AND', 'OR', 'property'].includes(type ?? '')) {
    scope.report('block', 'type', `A cohort’s group has the type ${JSON.stringify(type ?? null)}. Make it AND or OR.`)
    return scope.evaluator === 'server' ? nobody : unknown
  }
  const inner = (values ?? []).map((one): Condition => {
    if (isGroup(one)) return cohortOf(scope, one)
    // `isGroup` is false, so this is a property.
    const property = one as PhProperty
    const condition = conditionOf(scope, [], property)
    return property.negation === true ? { not: condition } : condition
  })
  if (inner.length === 0) return type === 'OR' ? nobody : true
  return type === 'OR' ? { any: inner, unknown: 'kleene' } : { all: inner, unknown: 'kleene' }
}
