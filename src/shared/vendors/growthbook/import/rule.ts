import type { Condition } from '../../../schemas/condition.ts'
import type { Sticky } from '../../../schemas/extended-split.ts'
import type { Rule } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Serve } from '../../../schemas/split.ts'
import { conditionOf } from './condition.ts'
import type { GbParent, GbRule } from './config.ts'
import { misshapenIn } from './misshapen.ts'
import { inFilter, inNamespace, inRange, pointOf, unitOf } from './point.ts'
import { rangesOf } from './range.ts'
import { type GbScope, nobody } from './scope.ts'

/** Creates the serve for a value of the feature: a variant, or the caller's default for null. */
export type ServeValue = (value: Json | undefined) => Serve

type Inputs = { scope: GbScope; feature: string; serve: ServeValue }

/** Converts one rule to one rule, or to one per leaf for a contextual bandit. */
export const rulesOf = (inputs: Inputs, rule: GbRule, id: string): Rule[] => {
  const { scope } = inputs
  const groups = scope.config.savedGroups ?? {}
  const conditions = [rule.condition, ...(rule.parentConditions ?? []).map((one) => one.condition)]
  const misshapen = conditions.map((one) => (one === undefined ? null : misshapenIn(one))).find((one) => one !== null)
  if (misshapen !== undefined) {
    const message = `${misshapen} of a condition has an operand of another type than it needs, and GrowthBook’s SDKs fail on it or differ. Correct it in GrowthBook, then import it again.`
    scope.report('block', '', message)
  }
  const pre = (rule.parentConditions ?? []).map((parent) => parentOf(scope, parent))
  const condition: Condition[] = rule.condition === undefined ? [] : [conditionOf(rule.condition, groups)]
  const filters = (rule.filters ?? []).map((filter) => inFilter(scope, filter))
  const base = pre.length === 0 ? { id } : { id, pre }
  if (rule.force !== undefined) {
    const when: Condition = { all: [...filters, ...condition, ...inRollout(inputs, rule)] }
    return [{ ...base, when, serve: inputs.serve(rule.force) }]
  }
  const variations = rule.contextualVariations ?? rule.variations
  if (variations === undefined) return [{ ...base, when: nobody, serve: inputs.serve(null) }]
  reportVariations(scope, variations, rule.meta)
  const leaves = leavesOf(scope, rule)
  return leaves.map(({ only, weights }, i) => ({
    ...experimentOf(inputs, { ...rule, variations, weights }, [...filters, ...condition, ...only]),
    ...base,
    id: leaves.length === 1 ? id : `${id}-leaf-${i + 1}`,
  }))
}

/** Reports variations that make SDKs fail: one that is null, or one without an entry in `meta`. */
const reportVariations = (scope: GbScope, variations: readonly Json[], meta: GbRule['meta']): void => {
  if (variations.includes(null))
    scope.report('block', 'variations', 'A variation is null. Give it a value in GrowthBook, then import it again.')
  // SDKs also read the first variation of an experiment that has none.
  if (meta !== undefined && meta.length < Math.max(variations.length, 1)) {
    const message = `There are ${variations.length} variations and ${meta.length} of them in meta: GrowthBook’s SDKs fail on the rest. Correct it in GrowthBook, then import it again.`
    scope.report('block', 'meta', message)
  }
}

/**
 * A condition on a parent that is checked before the rule. A missing parent is null; a cycle ends the flag with an
 * error.
 */
const parentOf = (scope: GbScope, { id, condition, gate }: GbParent): NonNullable<Rule['pre']>[number] => ({
  flagTest: {
    flag: scope.featureKeys.get(id) ?? id,
    test: { valueWhen: conditionOf(condition ?? {}, scope.config.savedGroups ?? {}) },
    missing: 'null',
    cycle: 'fatal:cyclicPrerequisite',
    onError: 'propagate',
  },
  ...(gate === true ? { gate } : {}),
})

/**
 * The users of a forced value. The end of a coverage is inclusive, the end of a range is exclusive. Coverage 0 includes
 * no one.
 */
const inRollout = ({ scope, feature }: Inputs, rule: GbRule): Condition[] => {
  const { coverage, range } = rule
  if (range == null && coverage === undefined) return []
  const point = pointOf(scope, rule.seed || feature, unitOf(rule.hashAttribute || 'id'), rule.hashVersion || 1)
  if (range != null) return [inRange(point, range)]
  return [point === null || coverage === 0 ? nobody : { within: { point, hi: coverage, bounds: '[]' } }]
}

/** The weights of a bandit come from its first leaf whose condition matches, otherwise from the rule. */
const leavesOf = (scope: GbScope, rule: GbRule): { only: Condition[]; weights: number[] | null }[] => {
  const own = rule.weights ?? null
  const bandit =
    rule.contextualBanditRef === undefined ? undefined : scope.config.contextualBandits?.[rule.contextualBanditRef]
  const leaves = (bandit?.contexts ?? []).map(({ condition = {}, weights }) => ({
    holds: conditionOf(condition, scope.config.savedGroups ?? {}),
    weights,
  }))
  const none = (before: typeof leaves): Condition[] => before.map(({ holds }) => ({ not: holds }))
  return [
    ...leaves.map(({ holds, weights }, i) => ({ only: [...none(leaves.slice(0, i)), holds], weights })),
    { only: none(leaves), weights: own },
  ]
}

type Experiment = GbRule & { variations: readonly Json[]; weights: number[] | null }

const experimentOf = (inputs: Inputs, rule: Experiment, conditions: Condition[]): Omit<Rule, 'id'> => {
  const { scope, feature, serve } = inputs
  const { variations, meta = [] } = rule
  const key = rule.key || feature
  const sticky = stickyOf(scope, rule, key)
  const unit = unitOf(rule.hashAttribute || 'id', sticky === null ? undefined : rule.fallbackAttribute)
  const point = pointOf(scope, rule.seed || key, unit, rule.hashVersion || 1)
  if (variations.length < 2 || point === null) return { when: nobody, serve: serve(null) }
  const slice =
    rule.namespace !== undefined && rule.filters === undefined ? [inNamespace(scope, rule.namespace, unit)] : []
  const ranges = rule.ranges ?? rangesOf(variations.length, rule.coverage ?? 1, rule.weights)
  return {
    ...(sticky === null ? {} : { sticky }),
    when: { all: [...slice, ...conditions] },
    serve: {
      wide: {
        point,
        bounds: '[)',
        slots: ranges.map(([lo, hi], i) => ({
          lo,
          hi,
          serve: serve(variations[i]),
          // A range without a variation serves no one: evaluation continues with the next rule.
          ...(meta[i]?.passthrough === true || i >= variations.length ? { passthrough: true as const } : {}),
        })),
        overflow: 'none',
        noUnit: 'none',
        experiment: true,
        source: {
          layout: rule.ranges === undefined ? 'covered' : 'ranges',
          weights: rule.ranges ?? rule.weights,
          ...(rule.coverage === undefined ? {} : { coverage: rule.coverage }),
        },
      },
    },
  }
}

const stickyOf = (scope: GbScope, rule: GbRule, key: string): Sticky | null => {
  if (scope.assignments === null || rule.disableStickyBucketing === true) return null
  return {
    assignments: [...scope.assignments],
    key,
    bucketVersion: rule.bucketVersion ?? 0,
    minBucketVersion: rule.minBucketVersion ?? 0,
    attribute: rule.hashAttribute || 'id',
    ...(rule.fallbackAttribute === undefined ? {} : { fallback: rule.fallbackAttribute }),
  }
}
