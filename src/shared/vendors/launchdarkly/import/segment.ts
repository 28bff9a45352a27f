import type { Condition } from '../../../schemas/condition.ts'
import type { SegmentDocument } from '../../../schemas/segment.ts'
import { below } from '../../importing/finding.ts'
import { defaultKind, keyOf, readOf } from './attribute.ts'
import { clausesOf } from './clause.ts'
import type { LdSegment, LdSegmentRule, LdSegmentTarget } from './config.ts'
import { reportMisshapenSegment } from './misshapen.ts'
import { nothing } from './operator.ts'
import { pointOf, weightUnits } from './rollout.ts'
import { type LdScope, malformedFlag } from './scope.ts'

/**
 * Converts a segment: included, or not excluded and a rule matches. Keys are compared with the context of their kind,
 * so the whole segment becomes a condition.
 */
export const segmentOf = (scope: LdScope, theirs: string, key: string, segment: LdSegment): SegmentDocument => {
  reportMisshapenSegment(scope.report, segment)
  const rules: Condition = { any: (segment.rules ?? []).map((rule, i) => ruleOf(scope, theirs, segment, rule, i)) }
  return {
    key,
    included: [],
    excluded: [],
    when: segment.unbounded === true ? unbounded(scope, theirs, segment, rules) : bounded(segment, rules),
  }
}

const bounded = (segment: LdSegment, rules: Condition): Condition => ({
  any: [
    ...keysIn(segment.includedContexts, segment.included),
    { all: [{ not: { any: keysIn(segment.excludedContexts, segment.excluded) } }, rules] },
  ],
})

/**
 * Members of a big segment are stored outside of the document. Before the first upload, SDKs use only the rules, or
 * match no one.
 */
const unbounded = (scope: LdScope, theirs: string, segment: LdSegment, rules: Condition): Condition => {
  const message = `Membership of segment ${theirs} is stored outside the flag data. Export the list and attach it.`
  scope.report('block', 'unbounded', message)
  return segment.generation == null ? { any: [] } : rules
}

const keysIn = (
  byKind: readonly LdSegmentTarget[] | null | undefined,
  users: readonly string[] | null | undefined,
): Condition[] =>
  [...(byKind ?? []), { contextKind: defaultKind, values: users }].flatMap(({ contextKind, values }) =>
    values?.length
      ? [{ read: keyOf(contextKind || defaultKind), test: { op: 'in.strict' as const, values: [...values] } }]
      : [],
  )

const ruleOf = (scope: LdScope, theirs: string, segment: LdSegment, rule: LdSegmentRule, index: number): Condition => {
  const path = `rules.${index}`
  const clauses = clausesOf(scope, rule.clauses, path)
  if (rule.weight == null) return clauses
  if (segment.salt == null) {
    const report = below(scope.report, path)
    const cure = "Import with the environment's SDK key to keep these users."
    report('block', 'weight', `LaunchDarkly's REST API does not expose the segment salt. ${cure}`)
  }
  const { bucketBy, rolloutContextKind } = rule
  const unit = bucketBy ? readOf(bucketBy, rolloutContextKind) : keyOf(rolloutContextKind || defaultKind)
  const share: Condition =
    unit === null
      ? { read: { firstOf: [] }, test: nothing, missing: `fatal:${malformedFlag}` }
      : {
          within: {
            point: { ...pointOf(`${theirs}.${segment.salt ?? ''}`, unit), noUnit: 'zero' },
            hi: rule.weight / weightUnits,
            bounds: '[)',
          },
        }
  return { all: [clauses, share] }
}
