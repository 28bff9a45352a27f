import type { Condition, ExtendedTest } from '../../schemas/condition.ts'
import type { Relation } from '../../schemas/extended-test.ts'
import type { SplitMatcher } from './config.ts'
import { matchingKey, nobody, type SplitScope } from './scope.ts'

/**
 * One matcher. A value that is not there, or not of the kind, does not match; `negate` turns that around, too. Only a
 * matcher that SDKs do not know never matches, and the split answers `control` then: such a split is blocked.
 */
export const matcherOf = (scope: SplitScope, matcher: SplitMatcher): Condition => {
  const negated = matcher.negate === true
  const turned = (condition: Condition): Condition => (negated ? { not: condition } : condition)
  switch (matcher.matcherType) {
    case 'ALL_KEYS':
      return turned(true)
    case 'IN_SEGMENT': {
      const name = matcher.userDefinedSegmentMatcherData?.segmentName ?? ''
      const segment = scope.segmentKeys.get(name)
      if (segment !== undefined) return turned({ segment })
      scope.report('block', '', `Who is in segment ${name} is not in the files. Add GET /api/segmentChanges/${name}.`)
      return nobody
    }
    case 'IN_SPLIT_TREATMENT': {
      const { split = '', treatments = [] } = matcher.dependencyMatcherData ?? {}
      return turned(treatmentOf(scope, split, treatments))
    }
    default: {
      const test = testOf(matcher)
      if (test === null) {
        const message = `It matches by ${matcher.matcherType}, which is not imported yet. Write that rule in another way.`
        scope.report('block', '', message)
        return nobody
      }
      const attribute = matcher.keySelector?.attribute
      const otherwise = negated ? ('true' as const) : ('false' as const)
      const read = attribute == null ? matchingKey : { firstOf: [[attribute]] }
      return { read, test, missing: otherwise, invalid: otherwise, negate: negated }
    }
  }
}

/** Whether another split answers with one of these treatments, on, killed or by its default alike. */
export const treatmentOf = (scope: SplitScope, split: string, treatments: readonly string[]): Condition => ({
  flagTest: {
    flag: scope.flagKeys.get(split) ?? split,
    test: { variantIn: [...treatments], byName: true },
    missing: 'false',
    cycle: 'false',
    onError: 'false',
  },
})

const relations: Readonly<Record<string, Relation>> = {
  EQUAL_TO: 'eq',
  GREATER_THAN_OR_EQUAL_TO: 'gte',
  LESS_THAN_OR_EQUAL_TO: 'lte',
}

/** Texts, and numbers as text. */
const str = 'noBool' as const

const testOf = (matcher: SplitMatcher): ExtendedTest | null => {
  const { matcherType, stringMatcherData: text } = matcher
  const values = matcher.whitelistMatcherData?.whitelist ?? []
  const number = matcher.unaryNumericMatcherData
  const version = matcherType.endsWith('_SEMVER') ? relations[matcherType.slice(0, -'_SEMVER'.length)] : undefined
  if (version !== undefined) {
    return {
      op: 'semver.rel',
      rel: version,
      values: text == null ? [] : [text],
      semver: 'semver2',
      valSemver: 'semver2',
    }
  }
  // Dates are cut to days and minutes before they are compared.
  const relation = number?.dataType === 'DATETIME' ? undefined : relations[matcherType]
  if (relation !== undefined && number != null) {
    return { op: 'num.rel', rel: relation, values: [number.value], num: 'jsText' }
  }
  switch (matcherType) {
    case 'WHITELIST':
      return { op: 'in.text', values, str }
    case 'STARTS_WITH':
      return { op: 'text.rel', rel: 'prefix', values, str }
    case 'ENDS_WITH':
      return { op: 'text.rel', rel: 'suffix', values, str }
    case 'CONTAINS_STRING':
      return { op: 'text.rel', rel: 'contains', values, str }
    case 'MATCHES_STRING':
      return { op: 'text.regex', values: text == null ? [] : [text], dialect: 'ecma', str, badPattern: 'false' }
    case 'EQUAL_TO_BOOLEAN': {
      const wanted = matcher.booleanMatcherData === true
      return { op: 'in.fold', values: [wanted, String(wanted)] }
    }
    case 'IN_LIST_SEMVER':
      return { op: 'semver.rel', rel: 'eq', values, semver: 'semver2', valSemver: 'semver2' }
    default:
      return null
  }
}
