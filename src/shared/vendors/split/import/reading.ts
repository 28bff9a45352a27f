import type { SplitCondition, SplitDefinition, SplitMatcher } from './config.ts'

/**
 * How SDKs read the conditions of a split:
 * - `fails`: one condition makes reading fail, so the split is `control` for everyone, killed or not
 * - `empty`: there is nothing to evaluate, so it is `control` unless it is killed or a prerequisite is not met
 * - `unknown`: as `empty`, because current SDKs do not know one of its matchers
 */
export type Reading = 'whole' | 'empty' | 'unknown' | 'fails'

const text = ['WHITELIST', 'STARTS_WITH', 'ENDS_WITH', 'CONTAINS_STRING', 'MATCHES_STRING']
const sets = ['EQUAL_TO_SET', 'CONTAINS_ANY_OF_SET', 'CONTAINS_ALL_OF_SET', 'PART_OF_SET']
const numbers = ['EQUAL_TO', 'GREATER_THAN_OR_EQUAL_TO', 'LESS_THAN_OR_EQUAL_TO', 'BETWEEN']
const versions = [...numbers.map((type) => `${type}_SEMVER`), 'IN_LIST_SEMVER']
const others = ['ALL_KEYS', 'IN_SEGMENT', 'IN_LARGE_SEGMENT', 'IN_RULE_BASED_SEGMENT', 'IN_SPLIT_TREATMENT']

const known: ReadonlySet<string> = new Set([...text, ...sets, ...numbers, ...versions, ...others, 'EQUAL_TO_BOOLEAN'])

export const isKnown = ({ matcherType }: SplitMatcher): boolean => known.has(matcherType)

const ofNumber: ReadonlySet<string> = new Set(['EQUAL_TO', 'GREATER_THAN_OR_EQUAL_TO', 'LESS_THAN_OR_EQUAL_TO'])

/** Whether SDKs fail on a matcher before evaluating it, because its comparison value is missing. */
const lacksNumber = (matcher: SplitMatcher): boolean =>
  (ofNumber.has(matcher.matcherType) && matcher.unaryNumericMatcherData == null) ||
  (matcher.matcherType === 'BETWEEN' && matcher.betweenMatcherData == null)

/** Whether partitions exist but do not add up to 100. */
const isShort = ({ partitions }: SplitCondition): boolean =>
  partitions != null && partitions.reduce((sum, { size }) => sum + size, 0) !== 100

/** How SDKs read the conditions of a split, one after the other. */
export const readingOf = ({ conditions }: SplitDefinition): Reading => {
  for (const condition of conditions) {
    const { matchers } = condition.matcherGroup
    if (matchers.some(lacksNumber)) return 'fails'
    if (matchers.length === 0) return 'empty'
    if (!matchers.every(isKnown)) return 'unknown'
    if (isShort(condition)) return 'fails'
  }
  return conditions.length === 0 ? 'empty' : 'whole'
}
