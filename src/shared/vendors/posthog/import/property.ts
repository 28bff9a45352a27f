import { textOf as asText } from '../../../engine/extended/text.ts'
import type { Condition, ExtendedTest } from '../../../schemas/condition.ts'
import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { Relation } from '../../../schemas/extended-test.ts'
import type { Json } from '../../../schemas/keys.ts'
import { searchPattern } from '../../importing/search-pattern.ts'
import type { PhProperty } from './config.ts'
import { compiles, isPortable } from './portable.ts'
import { nobody, type PhScope, unknown } from './scope.ts'

/** Builds the condition of an operator. `leaf` creates a condition with a test. */
type Ask = (
  leaf: (test: ExtendedTest, negate?: boolean) => Condition,
  value: Json | undefined,
  scope: PhScope,
) => Condition

/** Unknown for every value. */
const undecided: ExtendedTest = { op: 'in.strict', values: [], types: [] }

const isServer = ({ evaluator }: PhScope): boolean => evaluator === 'server'

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

/** The string that each evaluator makes of the comparison value. */
const wantedText = (value: Json | undefined, scope: PhScope): string =>
  isServer(scope) ? textOf(value) : asText(value)

const texts =
  (rel: 'prefix' | 'suffix' | 'contains', negate = false): Ask =>
  (leaf, value, scope) => {
    const str = isServer(scope) ? 'json' : 'js'
    return leaf({ op: 'text.rel', rel, values: [wantedText(value, scope)], str, fold: 'ascii' }, negate)
  }

/** Matches any of several strings. The SDK does not support it. */
const anyText =
  (negate = false): Ask =>
  (leaf, value, scope) => {
    if (!isServer(scope)) return leaf(undecided)
    const values = (Array.isArray(value) ? value : [value]).map(textOf)
    return leaf({ op: 'text.rel', rel: 'contains', values, str: 'json', fold: 'ascii' }, negate)
  }

const isTruthWord = (value: Json | undefined): boolean => {
  if (typeof value === 'string') return /^(?:true|false)$/i.test(value)
  return Array.isArray(value) ? value.every(isTruthWord) : typeof value === 'boolean'
}

const isTrue = (value: Json | undefined): boolean => {
  if (typeof value === 'string') return value.toLowerCase() === 'true'
  return Array.isArray(value) ? value.every(isTrue) : value === true
}

const hasInteger = (value: Json): boolean =>
  typeof value === 'number'
    ? Number.isInteger(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(hasInteger)

/**
 * Equality without regard to case, with any element of a list. `true` and `false` are compared as booleans: every value
 * that is not true is false. The SDK does not distinguish 1 from 1.0, so an integer makes the result unknown.
 */
const exact =
  (negate = false): Ask =>
  (leaf, value = null, scope) => {
    if (isTruthWord(value)) return leaf({ op: 'ph.exact', values: [], truth: isTrue(value) }, negate)
    const list = Array.isArray(value) ? value : [value]
    if (isServer(scope)) return leaf({ op: 'ph.exact', values: list, text: 'json' }, negate)
    const stop = list.findIndex(hasInteger)
    const known = leaf({ op: 'ph.exact', values: stop < 0 ? list : list.slice(0, stop), text: 'noInteger' }, false)
    const whole: Condition = stop < 0 ? known : { any: [known, unknown], unknown: 'sequential' }
    return negate ? { not: whole } : whole
  }

const regex =
  (negate = false): Ask =>
  (leaf, value, scope) => {
    const pattern = wantedText(value, scope)
    if (!isServer(scope) && !isPortable(pattern))
      scope.report('block', 'value', 'The SDK leaves this pattern to the server. Import what the server evaluates.')
    const matches = leaf(
      {
        op: 'text.regex',
        values: [searchPattern(pattern)],
        dialect: isServer(scope) ? 'rust-fancy' : 'ecma',
        str: isServer(scope) ? 'json' : 'js',
        badPattern: 'finalFalse',
      },
      negate,
    )
    // An empty or invalid pattern is decided before the text is read.
    if (isServer(scope) || pattern === '' || !compiles(pattern)) return matches
    return { any: [{ all: [leaf(beyondAscii), unknown] }, matches], unknown: 'sequential' }
  }

/** The SDK leaves texts with non-ASCII characters or a carriage return to the server. */
const beyondAscii: ExtendedTest = {
  op: 'text.regex',
  values: [String.raw`[^\x00-\x7f]|\r`],
  dialect: 'ecma',
  str: 'js',
  badPattern: 'false',
}

const compare =
  (rel: Relation): Ask =>
  (leaf, value, scope) => {
    if (value === undefined && !isServer(scope))
      scope.report(
        'block',
        'value',
        'There is nothing to compare with, and the SDK leaves that to the server. Correct it.',
      )
    return leaf({ op: 'ph.rel', rel, value: value ?? null, unlike: isServer(scope) ? 'invalid' : 'text' })
  }

const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const numberOf = (value: Json | undefined): number | null =>
  typeof value === 'number' ? value : typeof value === 'string' && plainNumber.test(value) ? Number(value) : null

/**
 * Between two numbers, inclusive. The SDK does not support it. Values that are not numbers match neither the operator
 * nor its negation.
 */
const between =
  (negate = false): Ask =>
  (leaf, value, scope) => {
    if (!isServer(scope)) return leaf(undecided)
    const [low, high, ...more] = Array.isArray(value) ? value.map(numberOf) : []
    if (low == null || high == null || more.length > 0 || low > high) return nobody
    const side = (rel: Relation, limit: number) => leaf({ op: 'ph.rel', rel, value: limit, unlike: 'invalid' })
    return negate ? { any: [side('lt', low), side('gt', high)] } : { all: [side('gte', low), side('lte', high)] }
  }

const relative = /^-?(\d+)[hdwmy]$/

const date =
  (rel: 'before' | 'after' | 'exact'): Ask =>
  (leaf, value, scope) => {
    if (isServer(scope)) {
      if (typeof value !== 'string') return nobody
      return leaf({ op: 'date.rel', rel, values: [value], date: 'unix-seconds|iso', valDate: 'relative|iso' })
    }
    const isRelative = typeof value === 'string' && Number(relative.exec(value)?.[1] ?? 10_000) < 10_000
    const isDate = (typeof value === 'string' || typeof value === 'number') && !Number.isNaN(new Date(value).getTime())
    if (rel === 'exact' || !(isRelative || isDate)) return leaf(undecided)
    return leaf({ op: 'date.rel', rel, values: [value], date: 'js-scalar', valDate: 'relative' })
  }

const version =
  (rel: Relation): Ask =>
  (leaf, value, scope) => {
    const grammar = isServer(scope) ? ('strict-build' as const) : ('tuple3' as const)
    const values = [wantedText(value, scope)]
    return leaf({ op: 'semver.rel', rel, values, semver: grammar, valSemver: grammar, valInvalid: 'invalid' })
  }

const range =
  (kind: 'tilde' | 'caret' | 'wildcard'): Ask =>
  (leaf, value, scope) =>
    leaf({
      op: 'semver.range',
      range: kind,
      value: wantedText(value, scope),
      ...(isServer(scope) ? { grammar: 'strict-build' as const } : {}),
    })

const operators: ReadonlyMap<string, Ask> = new Map<string, Ask>([
  ['exact', exact()],
  ['is_not', exact(true)],
  ['icontains', texts('contains')],
  ['not_icontains', texts('contains', true)],
  ['icontains_multi', anyText()],
  ['not_icontains_multi', anyText(true)],
  ['starts_with', texts('prefix')],
  ['not_starts_with', texts('prefix', true)],
  ['ends_with', texts('suffix')],
  ['not_ends_with', texts('suffix', true)],
  ['regex', regex()],
  ['not_regex', regex(true)],
  ['gt', compare('gt')],
  ['gte', compare('gte')],
  ['lt', compare('lt')],
  ['lte', compare('lte')],
  ['between', between()],
  ['not_between', between(true)],
  ['is_date_before', date('before')],
  ['is_date_after', date('after')],
  ['is_date_exact', date('exact')],
  ['semver_eq', version('eq')],
  ['semver_neq', version('ne')],
  ['semver_gt', version('gt')],
  ['semver_gte', version('gte')],
  ['semver_lt', version('lt')],
  ['semver_lte', version('lte')],
  ['semver_tilde', range('tilde')],
  ['semver_caret', range('caret')],
  ['semver_wildcard', range('wildcard')],
])

/** If the property is missing, the server treats these operators as matching. */
const holdsWhenMissing = new Set([
  ...['is_not', 'not_icontains', 'not_icontains_multi', 'not_starts_with', 'not_ends_with', 'not_regex', 'not_between'],
  'is_not_set',
])

/** These operators compare null as the string `null`. For all others, the SDK does not match. */
const takesNull = /^(?:exact|is_not|(?:not_)?(?:icontains|starts_with|ends_with|regex))$/

/** The SDK adds properties that identify the person or group. */
const readOf = (path: readonly string[], key: string): AttributeRef => {
  const own = [...path, key]
  const self = path.length === 0 ? key === 'distinct_id' : key === '$group_key'
  if (!self) return { firstOf: [own], skip: 'never' }
  return { firstOf: [own, path.length === 0 ? ['targetingKey'] : ['groups', ...path.slice(1)]], skip: 'absent' }
}

/**
 * Converts a property of a person or group, read below `path`. If it is missing, the server has a defined result, and
 * the SDK returns none.
 */
export const propertyOf = (scope: PhScope, path: readonly string[], property: PhProperty): Condition => {
  const operator = property.operator || 'exact'
  const read = readOf(path, property.key)
  const server = isServer(scope)
  const present: Condition = { read, test: { op: 'present' }, presence: 'own', missing: server ? 'false' : 'unknown' }
  if (operator === 'is_set') return present
  if (operator === 'is_not_set') return { ...present, missing: server ? 'true' : 'unknown', negate: true }
  const ask = operators.get(operator)
  if (ask === undefined) {
    const what = server ? 'It never matches' : 'The flag is unknown where it decides'
    scope.report('warn', 'operator', `The operator ${operator} is not known here. ${what}.`)
    if (server) return nobody
  }
  if (operator.startsWith('is_date')) reportDate(scope, property.value)
  // Without a comparison value, the server does not match.
  if (server && (property.value === undefined || property.value === null)) return nobody
  const leaf = (test: ExtendedTest, negate = false): Condition => ({
    read,
    test,
    presence: 'own',
    missing: server ? (holdsWhenMissing.has(operator) ? 'true' : 'false') : 'unknown',
    invalid: server ? 'false' : 'unknown',
    ...(server || takesNull.test(operator) ? {} : { nullIs: 'false' as const }),
    negate,
  })
  return ask === undefined ? leaf(undecided) : ask(leaf, property.value, scope)
}

/** A date without a zone is in the project's zone, which the document does not contain. */
const reportDate = ({ report, evaluator }: PhScope, value: Json | undefined): void => {
  const zoned = typeof value === 'string' && (/(?:[zZ]|[+-]\d\d:?\d\d)$/.test(value) || /^-?\d+[hdw]$/.test(value))
  if (evaluator === 'server' && !zoned) {
    report('warn', 'value', "A date without a zone is in the project's time zone there; it was imported as UTC.")
  }
}
