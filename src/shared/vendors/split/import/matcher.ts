import type { Condition } from '../../../schemas/condition.ts'
import type { SplitMatcher } from './config.ts'
import { readingOf } from './reading.ts'
import { matchingKey, nobody, type SplitScope } from './scope.ts'
import { control } from './treatment.ts'
import { valueTest } from './value-test.ts'

/**
 * Converts one matcher. A missing value, or one of the wrong type, does not match; `negate` inverts that, too. Only a
 * matcher that the SDKs do not know never matches. The split is then `control`, so such a split is blocked.
 */
export const matcherOf = (scope: SplitScope, matcher: SplitMatcher): Condition => {
  const turned = (condition: Condition): Condition => (matcher.negate === true ? { not: condition } : condition)
  const attribute = matcher.keySelector?.attribute || undefined
  const read = attribute === undefined ? matchingKey : { firstOf: [[attribute]] }
  switch (matcher.matcherType) {
    case 'ALL_KEYS':
      if (attribute === undefined) return turned(true)
      // Matches any key that has a value.
      return turned({
        read,
        test: { op: 'text.rel', rel: 'contains', values: [''], str: 'listed' },
        presence: 'nonEmpty',
      })
    case 'IN_SEGMENT': {
      const name = matcher.userDefinedSegmentMatcherData?.segmentName ?? ''
      if (name === '') return turned(nobody)
      const segment = scope.segmentKeys.get(name)
      if (segment === undefined) {
        scope.report('block', '', `Who is in segment ${name} is not in the files. Add GET /api/segmentChanges/${name}.`)
        return nobody
      }
      if (attribute === undefined) return turned({ segment })
      const values = [...(scope.config.segments[name] ?? [])]
      return turned({ read, test: { op: 'in.text', values, str: 'listed' }, presence: 'nonEmpty' })
    }
    case 'IN_SPLIT_TREATMENT': {
      if (matcher.dependencyMatcherData == null) return turned(nobody)
      const { split, treatments } = matcher.dependencyMatcherData
      if (attribute !== undefined) {
        const message = `It asks split ${split} about ${attribute} instead of the key. Ask about the key, or write that rule in another way.`
        scope.report('block', 'keySelector', message)
      }
      const other = scope.config.splits.find(({ name }) => name === split)
      // If the SDKs fail on the other split, they treat it as no match.
      const fails = other !== undefined && other.status !== 'ARCHIVED' && readingOf(other) === 'fails'
      return turned(fails ? nobody : treatmentOf(scope, split, treatments))
    }
    default: {
      const condition = valueTest(matcher, read)
      // The key is always a string, never a number, boolean or list.
      if (condition !== null)
        return turned(attribute === undefined && !isOfText(matcher.matcherType) ? nobody : condition)
      const message = `It matches by ${matcher.matcherType}, which is not imported yet. Write that rule in another way.`
      scope.report('block', '', message)
      return nobody
    }
  }
}

const isOfText = (matcherType: string): boolean => /_SEMVER$|_STRING$|_WITH$|^WHITELIST$/.test(matcherType)

/**
 * Whether another split serves one of these treatments: by a rule, killed, or by default. `control` matches if the
 * split does not exist.
 */
export const treatmentOf = (scope: SplitScope, split: string, treatments: readonly string[]): Condition => {
  const asks = (names: readonly string[]): Condition => ({
    flagTest: {
      flag: scope.flagKeys.get(split) ?? split,
      test: { variantIn: [...names], byName: true },
      missing: 'false',
      cycle: 'false',
      onError: 'false',
    },
  })
  if (!treatments.includes(control)) return asks(treatments)
  const other = scope.config.splits.find(({ name }) => name === split)
  const possible = [
    ...(other?.conditions ?? []).flatMap(({ partitions }) => (partitions ?? []).map(({ treatment }) => treatment)),
    ...(other === undefined ? [] : [other.defaultTreatment]),
  ]
  return { not: asks([...new Set(possible)].filter((treatment) => !treatments.includes(treatment))) }
}
