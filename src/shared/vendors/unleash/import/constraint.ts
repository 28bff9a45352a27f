import type { Condition, ExtendedTest } from '../../../schemas/condition.ts'
import { searchPattern } from '../../importing/search-pattern.ts'
import { contextValueOf } from './attribute.ts'
import type { UnleashConstraint } from './config.ts'
import { nobody, type UnleashScope } from './scope.ts'

const listed = /^(?:IN|NOT_IN|IN_CIDR|STR_\w+)$/

type Relation = 'eq' | 'gt' | 'gte' | 'lt' | 'lte'

/**
 * Converts one constraint. `inverted` negates the result whatever it is based on: a missing or unreadable value matches
 * an inverted constraint. An unknown operator never matches, inverted or not.
 */
export const constraintOf = (scope: UnleashScope, constraint: UnleashConstraint): Condition => {
  const inverted = constraint.inverted === true
  const { operator } = constraint
  if (operator === 'DATE_BEFORE' || operator === 'DATE_AFTER') return onInstant(constraint, inverted)
  const test = testOf(constraint)
  if (test === null) {
    scope.report('warn', 'operator', `The operator ${operator} is not known. It never matches, as in SDKs without it.`)
    return nobody
  }
  if (constraint.values == null && listed.test(operator)) {
    const message = 'It has no list of values, so the SDK fails on this constraint. Give it one, then import again.'
    scope.report('block', 'values', message)
  }
  const negate = operator === 'NOT_IN' ? !inverted : inverted
  const otherwise = negate ? 'true' : 'false'
  return { read: contextValueOf(constraint.contextName), test, missing: otherwise, invalid: otherwise, negate }
}

const testOf = (constraint: UnleashConstraint): ExtendedTest | null => {
  const { operator, value } = constraint
  const fold = constraint.caseInsensitive === true ? ('lower' as const) : ('none' as const)
  const relation = relations[operator.slice(operator.indexOf('_') + 1)]
  switch (operator) {
    // SDKs ignore `caseInsensitive` for these operators.
    case 'IN':
    case 'NOT_IN':
      return { op: 'in.text', values: valuesOf(constraint), str: 'js' }
    case 'STR_STARTS_WITH':
      return { op: 'text.rel', rel: 'prefix', values: valuesOf(constraint), str: 'js', fold }
    case 'STR_ENDS_WITH':
      return { op: 'text.rel', rel: 'suffix', values: valuesOf(constraint), str: 'js', fold }
    case 'STR_CONTAINS':
      return { op: 'text.rel', rel: 'contains', values: valuesOf(constraint), str: 'js', fold }
    case 'REGEX':
      return {
        op: 'text.regex',
        values: typeof value === 'string' ? [searchPattern(value)] : [],
        dialect: 're2',
        flags: fold === 'none' ? '' : 'i',
        str: 'js',
        badPattern: 'false',
      }
    case 'IN_CIDR':
      return { op: 'ip.cidr', values: valuesOf(constraint), v6: true, apart: true }
    default:
      if (relation === undefined) return null
      if (operator.startsWith('NUM_')) return { op: 'num.rel', ...numbersOf(constraint, relation), num: 'jsText' }
      if (!operator.startsWith('SEMVER_')) return null
      return {
        op: 'semver.rel',
        rel: relation,
        values: value == null ? [] : [String(value)],
        semver: 'node-semver-nov',
        valSemver: 'node-semver',
      }
  }
}

const relations: Readonly<Record<string, Relation>> = { EQ: 'eq', GT: 'gt', GTE: 'gte', LT: 'lt', LTE: 'lte' }

/** Empty values are dropped, and the others are trimmed. */
const valuesOf = (constraint: UnleashConstraint): string[] =>
  (constraint.values ?? []).filter((value) => value !== '').map((value) => value.trim())

/** A numeric comparison. JSON has no infinity, so comparisons with it use the largest finite number. */
const numbersOf = ({ value }: UnleashConstraint, rel: Relation): { rel: Relation | 'ne'; values: number[] } => {
  const number = Number(value)
  if (Number.isNaN(number)) return { rel, values: [] }
  if (Number.isFinite(number)) return { rel, values: [number] }
  const [above, notBelow, below, notAbove] =
    number > 0 ? (['gt', 'gte', 'lt', 'lte'] as const) : (['lt', 'lte', 'gt', 'gte'] as const)
  if (rel === above) return { rel, values: [] }
  // No number equals both values, so this matches every number.
  if (rel === notAbove) return { rel: 'ne', values: [0, 1] }
  const greatest = Math.sign(number) * Number.MAX_VALUE
  return { rel: rel === below ? notAbove : rel === notBelow || rel === 'eq' ? above : rel, values: [greatest] }
}

/** Compares with the context's `currentTime`, or with the current time. The constraint's field name is ignored. */
const onInstant = ({ operator, value }: UnleashConstraint, inverted: boolean): Condition => {
  const rel = operator === 'DATE_BEFORE' ? ('before' as const) : ('after' as const)
  const test: ExtendedTest = {
    op: 'date.rel',
    rel,
    values: value == null ? [] : [value],
    date: 'js',
    valDate: 'js',
  }
  const otherwise = inverted ? 'true' : 'false'
  const currentTime = { firstOf: [['currentTime']], skip: 'falsy' as const }
  const given: Condition = { read: currentTime, test: { op: 'present' } }
  const profile = { test, invalid: otherwise, negate: inverted } as const
  return {
    any: [
      { all: [given, { read: currentTime, ...profile }] },
      { all: [{ not: given }, { read: { firstOf: [], virtual: 'now' }, ...profile }] },
    ],
  }
}
