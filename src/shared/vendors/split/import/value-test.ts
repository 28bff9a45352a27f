import type { Condition, ExtendedTest } from '../../../schemas/condition.ts'
import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { Relation } from '../../../schemas/extended-test.ts'
import type { SplitMatcher } from './config.ts'
import { nobody } from './scope.ts'

const relations: Readonly<Record<string, Relation>> = {
  EQUAL_TO: 'eq',
  GREATER_THAN_OR_EQUAL_TO: 'gte',
  LESS_THAN_OR_EQUAL_TO: 'lte',
}

const [minute, day] = [60_000, 86_400_000]
/** The limit of JavaScript's `Date`, in milliseconds from 1970. */
const lastInstant = 8.64e15
/** Dates have no fractions of a millisecond: these are truncated toward 1970. */
const cut = (instant: number, unit: number): number => Math.floor(Math.trunc(instant) / unit) * unit
const isDate = (instant: number): boolean => Math.abs(instant) <= lastInstant

/** Converts a matcher's test of an attribute or of the key. Null if the matcher is not supported. */
export const valueTest = (matcher: SplitMatcher, read: AttributeRef): Condition | null => {
  const { matcherType, stringMatcherData: text } = matcher
  const list = matcher.whitelistMatcherData?.whitelist
  const values = list ?? []
  /** Strings, numbers and booleans as strings; lists joined with commas. An empty string counts as missing. */
  const ofText = (test: ExtendedTest): Condition => ({ read, test, presence: 'nonEmpty' })
  /** Numbers by JavaScript's conversion; null is 0. */
  const ofNumber = (rel: Relation, value: number): Condition => ({
    read,
    test: { op: 'num.rel', rel, values: [value], num: 'js' },
    presence: 'own',
  })
  const since = (start: number): Condition => (start > 0 ? ofNumber('gte', start) : ofNumber('gt', start - 1))
  const until = (end: number): Condition => (end > 0 ? ofNumber('lt', end) : ofNumber('lte', end - 1))
  const version = (rel: Relation, bounds: readonly string[]): Condition => {
    const grammar = rel === 'eq' ? ('digits-build' as const) : ('digits' as const)
    return {
      read,
      test: {
        op: 'semver.rel',
        rel,
        values: [...bounds],
        semver: grammar,
        valSemver: grammar,
        valInvalid: 'finalFalse',
      },
    }
  }
  if (matcherType.endsWith('_SEMVER')) {
    const rel = relations[matcherType.slice(0, -'_SEMVER'.length)]
    if (rel !== undefined) return version(rel, text == null ? [] : [text])
    if (matcherType === 'IN_LIST_SEMVER') return version('eq', values)
    const between = matcher.betweenStringMatcherData
    if (matcherType !== 'BETWEEN_SEMVER') return null
    // Without versions it matches no one.
    if (between == null) return nobody
    return { all: [version('gte', [between.start]), version('lte', [between.end])] }
  }
  const number = matcher.unaryNumericMatcherData
  if (number != null && relations[matcherType] !== undefined) {
    const rel = relations[matcherType]
    if (number.dataType !== 'DATETIME') return ofNumber(rel, number.value)
    if (!isDate(number.value)) return nobody
    // Dates are truncated before comparison: to days for equality, otherwise to minutes.
    const start = cut(number.value, rel === 'eq' ? day : minute)
    if (rel === 'gte') return { all: [since(start), ofNumber('lte', lastInstant)] }
    if (rel === 'lte') return { all: [until(start + minute), ofNumber('gte', -lastInstant)] }
    return { all: [since(start), until(start + day)] }
  }
  const between = matcher.betweenMatcherData
  switch (matcherType) {
    case 'BETWEEN':
      if (between == null) return null
      if (between.dataType !== 'DATETIME')
        return { all: [ofNumber('gte', between.start), ofNumber('lte', between.end)] }
      if (!isDate(between.start) || !isDate(between.end)) return nobody
      return { all: [since(cut(between.start, minute)), until(cut(between.end, minute) + minute)] }
    case 'WHITELIST':
      return ofText({ op: 'in.text', values, str: 'listed' })
    case 'STARTS_WITH':
      return ofText({ op: 'text.rel', rel: 'prefix', values, str: 'listed' })
    case 'ENDS_WITH':
      return ofText({ op: 'text.rel', rel: 'suffix', values, str: 'listed' })
    case 'CONTAINS_STRING':
      return ofText({ op: 'text.rel', rel: 'contains', values, str: 'listed' })
    case 'MATCHES_STRING':
      return ofText({
        op: 'text.regex',
        // The way JavaScript creates a pattern from `undefined`.
        values: [text === undefined ? '' : String(text)],
        dialect: 'ecma',
        str: 'listed',
        badPattern: 'false',
      })
    case 'EQUAL_TO_BOOLEAN': {
      const wanted = matcher.booleanMatcherData
      if (wanted == null) return nobody
      const asText: ExtendedTest = { op: 'in.text', values: [String(wanted)], str: 'none', fold: 'lower' }
      return {
        any: [
          { read, test: { op: 'in.strict', values: [wanted] } },
          { read, test: asText },
        ],
      }
    }
    case 'CONTAINS_ANY_OF_SET':
    case 'CONTAINS_ALL_OF_SET':
    case 'PART_OF_SET':
    case 'EQUAL_TO_SET':
      return list == null ? nobody : setTest(matcherType, list, read)
    default:
      return null
  }
}

/**
 * Compares a list of strings with the matcher's set. An empty list, or a value that is not a list, never matches. A
 * duplicate in the set counts twice in comparisons of length. Null if that cannot be expressed.
 */
const setTest = (matcherType: string, given: readonly string[], read: AttributeRef): Condition | null => {
  const values = [...new Set(given)]
  const twice = given.length - values.length
  const among = (some: readonly string[], negate = false): Condition => ({
    each: read,
    test: { op: 'in.text', values: [...some], str: 'js' },
    element: { presence: 'any', negate },
  })
  const isList: Condition = { read, test: { op: 'type.is', type: 'array' } }
  const hasSome: Condition = { each: read, test: { op: 'present' }, element: { presence: 'any' } }
  const hasAll: Condition = { all: values.map((value) => among([value])) }
  const hasOther = among(values, true)
  const hasNoOther: Condition = { not: hasOther }
  switch (matcherType) {
    case 'CONTAINS_ANY_OF_SET':
      return { all: [isList, among(values)] }
    case 'CONTAINS_ALL_OF_SET':
      if (twice > 1) return null
      return { all: [isList, hasSome, hasAll, ...(twice === 0 ? [] : [hasOther])] }
    case 'PART_OF_SET':
      return { all: [isList, hasSome, hasNoOther] }
    default:
      return twice === 0 ? { all: [isList, hasSome, hasAll, hasNoOther] } : nobody
  }
}
