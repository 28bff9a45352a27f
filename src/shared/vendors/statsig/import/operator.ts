import type { Condition, ExtendedTest } from '../../../schemas/condition.ts'
import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { Relation } from '../../../schemas/extended-test.ts'
import type { Json } from '../../../schemas/keys.ts'
import { searchPattern } from '../../importing/search-pattern.ts'
import { negated, nobody } from './scope.ts'

/** JavaScript's string conversion. */
// oxlint-disable-next-line typescript/no-base-to-string
export const textOf = (value: Json): string => String(value)

const numeric: Readonly<Record<string, Relation>> = { gt: 'gt', gte: 'gte', lt: 'lt', lte: 'lte' }
const day = 86_400_000

/** Parses an instant as the SDKs do: a string as a date, otherwise seconds below 10^10 and milliseconds from there. */
const instantOf = (target: Json): number => {
  const named = typeof target === 'string' ? new Date(target).getTime() : Number.NaN
  if (!Number.isNaN(named)) return named
  const number = Number(target)
  return new Date(number < 1e10 ? number * 1000 : number).getTime()
}

/** Converts an operator. Undefined if SDKs do not support it. */
export const comparison = (operator: string, read: AttributeRef, target: Json): Condition | undefined => {
  const list = Array.isArray(target) ? target : undefined
  const texts = (list ?? []).filter((one) => one !== null).map(textOf)
  /** False if the value is missing or has the wrong type. */
  const leaf = (test: ExtendedTest): Condition => ({ read, test })
  /** Negated: true if the value is missing or has the wrong type. */
  const leafNot = (test: ExtendedTest): Condition => ({ read, test, missing: 'true', invalid: 'true', negate: true })
  /** Every value has a string form, even a missing one. */
  const amongTexts = (fold: 'lower' | 'none', negate: boolean): Condition => {
    if (list === undefined) return negate ? true : nobody
    return { read, test: { op: 'in.text', values: list.map(textOf), str: 'js', fold }, presence: 'any', negate }
  }
  const inText = (rel: 'prefix' | 'suffix' | 'contains'): ExtendedTest => ({
    op: 'text.rel',
    rel,
    values: texts,
    str: 'js',
    fold: 'lower',
  })
  const version = (rel: Relation): Condition =>
    typeof target === 'string'
      ? leaf({ op: 'semver.rel', rel, values: [target], semver: 'number-parts', valSemver: 'number-parts' })
      : nobody
  const dated = (rel: 'before' | 'after', value: Json): Condition =>
    target === null ? nobody : leaf({ op: 'date.rel', rel, values: [value], date: 'js|epoch', valDate: 'js|epoch' })
  const rel = numeric[operator]
  if (rel !== undefined) {
    return target === null ? nobody : leaf({ op: 'num.rel', rel, values: [target], num: 'js' })
  }
  switch (operator) {
    case 'version_gt':
    case 'version_gte':
    case 'version_lt':
    case 'version_lte':
    case 'version_eq':
      return version(operator.slice('version_'.length) as Relation)
    case 'version_neq':
      // Values that cannot be compared are not unequal.
      return { any: [version('lt'), version('gt')] }
    case 'any':
      return amongTexts('lower', false)
    case 'none':
      return amongTexts('lower', true)
    case 'any_case_sensitive':
      return amongTexts('none', false)
    case 'none_case_sensitive':
      return amongTexts('none', true)
    case 'str_starts_with_any':
      return leaf(inText('prefix'))
    case 'str_ends_with_any':
      return leaf(inText('suffix'))
    case 'str_contains_any':
      return leaf(inText('contains'))
    case 'str_contains_none':
      return leafNot(inText('contains'))
    case 'str_matches':
      return matches(read, target)
    case 'eq':
      return looseEqual(read, target)
    case 'neq':
      return negated(looseEqual(read, target))
    case 'before':
    case 'after':
      return dated(operator, target)
    case 'on': {
      const instant = target === null ? Number.NaN : instantOf(target)
      if (Number.isNaN(instant)) return nobody
      const start = Math.floor(instant / day) * day
      const ends = [new Date(start - 1), new Date(start + day)].map((end) => end.toISOString())
      return { all: [dated('after', ends[0] ?? ''), dated('before', ends[1] ?? '')] }
    }
    case 'array_contains_any':
      return list === undefined ? nobody : { read, ...held(list), invalid: 'false' }
    case 'array_contains_none':
      return list === undefined ? nobody : { read, ...held(list), invalid: 'false', negate: true }
    case 'array_contains_all':
      return list === undefined ? nobody : { all: [isList(read), ...list.map((one) => ({ read, ...held([one]) }))] }
    case 'not_array_contains_all': {
      if (list === undefined) return nobody
      return { all: [isList(read), negated({ all: list.map((one) => ({ read, ...held([one]) })) })] }
    }
    default:
      return undefined
  }
}

const isList = (read: AttributeRef): Condition => ({ read, test: { op: 'type.is', type: 'array' } })

/** A list that contains one of these values, or the integer at the start of a string. */
const held = (list: readonly Json[]): { test: ExtendedTest } => {
  const numbers = list.map((one) => Number.parseInt(textOf(one), 10)).filter((one) => !Number.isNaN(one))
  return { test: { op: 'in.strict', values: [...list, ...numbers], array: 'any', types: [] } }
}

/** Matches a pattern with the string form of any value, even a missing one. Long texts do not match. */
const matches = (read: AttributeRef, target: Json): Condition => {
  const pattern: Condition = {
    read,
    test: {
      op: 'text.regex',
      values: [searchPattern(textOf(target))],
      dialect: 'ecma',
      str: 'js',
      badPattern: 'false',
    },
    presence: 'any',
  }
  const lengths = { firstOf: read.firstOf.map((path) => [...path, 'length']), textIndex: true as const }
  const short: Condition = { read: lengths, test: { op: 'js.rel', rel: 'lt', value: 1000 }, missing: 'true' }
  return { all: [short, pattern] }
}

/** `==` of JavaScript. */
const looseEqual = (read: AttributeRef, target: Json): Condition => {
  if (target === null) return { read, test: { op: 'present' }, missing: 'true', negate: true }
  if (typeof target === 'number' || typeof target === 'boolean') {
    return { read, test: { op: 'num.rel', rel: 'eq', values: [Number(target)], num: 'js' } }
  }
  const text = textOf(target)
  const number = Number(text)
  const alike: Json[] = Number.isFinite(number) ? [text, number] : [text]
  if (number === 0 || number === 1) alike.push(number === 1)
  const primitive: Condition = { read, test: { op: 'in.strict', values: alike } }
  if (typeof target !== 'string') return primitive
  const asText: Condition = { read, test: { op: 'in.text', values: [text], str: 'js' } }
  const kinds: Condition[] = [isList(read), { read, test: { op: 'type.is', type: 'object' } }]
  return { any: [primitive, { all: [{ any: kinds }, asText] }] }
}
