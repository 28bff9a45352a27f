import { segmentOf } from '../../../engine/prerequisite.ts'
import type { Condition, Leaf } from '../../../schemas/condition.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { FlagScope } from '../../exporting/format-support.ts'
import { isAscii, numberOf, refuseCase, textsOf, valuesOf, versionOf, withoutNegation } from '../../exporting/leaf.ts'
import type { ProvisoKind } from '../../exporting/proviso.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import { sliceExpression } from './split.ts'
import { variable } from './variable.ts'

/**
 * Where an expression is used. Inside an evaluator, references must be inlined, because evaluators cannot refer to each
 * other.
 */
export interface ExpressionScope {
  readonly salt: string
  readonly inside: boolean
  /** An expression for whether another flag is on and serves one of these variants. */
  readonly serves: (flag: string, variants: readonly string[]) => Json
}

const not = (inner: Json): Json => (typeof inner === 'boolean' ? !inner : { '!': [inner] })
const and = (parts: readonly Json[]): Json => {
  if (parts.includes(false)) return false
  const open = parts.filter((part) => part !== true)
  return open.length === 0 ? true : open.length === 1 ? (open[0] ?? true) : { and: open }
}
const or = (parts: readonly Json[]): Json => {
  if (parts.includes(true)) return true
  const open = parts.filter((part) => part !== false)
  return open.length === 0 ? false : open.length === 1 ? (open[0] ?? false) : { or: open }
}
export const logic = { not, and, or }

/**
 * Converts a condition to JSONLogic, using only operations that every flagd engine evaluates the same way: `===`,
 * `!==`, `!`, `and`, `or`, `in` on strings, `some`, numbers guarded by a type check, and flagd's own operations. The
 * result is true or false, never null.
 */
export const expressionOf = (condition: Condition, scope: FlagScope, place: ExpressionScope): Json => {
  if (condition === true) return true
  if ('operator' in condition) return leafExpression(condition, scope)
  if ('all' in condition && condition.unknown === undefined)
    return and(condition.all.map((inner) => expressionOf(inner, scope, place)))
  if ('any' in condition && condition.unknown === undefined)
    return or(condition.any.map((inner) => expressionOf(inner, scope, place)))
  if ('not' in condition) return not(expressionOf(condition.not, scope, place))
  if ('segment' in condition && condition.negate === undefined && condition.missing === undefined)
    return segmentExpression(condition.segment, scope, place)
  if ('flag' in condition) return place.serves(condition.flag, condition.variants)
  if ('in' in condition) return sliceExpression(condition.in, scope, place.salt)
  return notReadable('other-vendor')
}

const leafExpression = (leaf: Leaf, scope: FlagScope): Json => {
  const { operator, negated } = withoutNegation(leaf)
  const positive = positiveExpression(leaf, operator, scope)
  return negated ? not(positive) : positive
}

const positiveExpression = (
  leaf: Leaf,
  operator: ReturnType<typeof withoutNegation>['operator'],
  scope: FlagScope,
): Json => {
  const { attribute } = leaf
  const read = variable(attribute)
  const want = (kind: ProvisoKind) => scope.provisos.add({ kind, attribute })
  const there: Json = { '!==': [read, null] }
  const compare = (symbol: string, value: number): Json => {
    want('number')
    return and([there, { [symbol]: [read, value] }])
  }
  const version = (symbol: string): Json => {
    want('version')
    return { sem_ver: [read, symbol, versionOf(leaf)] }
  }
  const text = (made: (value: string) => Json): Json => {
    refuseCase(leaf)
    want('text')
    return or(textsOf(leaf).map((value) => made(value === '' ? notReadable('empty-text', attribute) : value)))
  }
  const equal = (of: Json): Json => {
    const { type, values } = valuesOf(leaf)
    if (type === 'text' && leaf.ignoreCase === true) refuseCase(leaf)
    if (type === 'text' && values.length > 1) return { in: [of, values] }
    return or(values.map((value): Json => ({ '===': [of, value] })))
  }
  switch (operator) {
    case 'exists':
      return there
    case 'is':
    case 'isOneOf':
      want('scalar')
      return equal(read)
    case 'contains':
      return text((value) => ({ in: [value, read] }))
    case 'startsWith':
      return text((value) => ({ starts_with: [read, value] }))
    case 'endsWith':
      return text((value) => ({ ends_with: [read, value] }))
    case 'lessThan':
      return compare('<', numberOf(leaf))
    case 'atMost':
      return compare('<=', numberOf(leaf))
    case 'greaterThan':
      return compare('>', numberOf(leaf))
    case 'atLeast':
      return compare('>=', numberOf(leaf))
    case 'between':
      return and([compare('>=', numberOf(leaf)), compare('<=', numberOf(leaf, 1))])
    case 'versionIs':
      return version('=')
    case 'versionLessThan':
      return version('<')
    case 'versionAtMost':
      return version('<=')
    case 'versionGreaterThan':
      return version('>')
    case 'versionAtLeast':
      return version('>=')
    case 'includesAny':
      want('list')
      return { some: [read, equal({ var: '' })] }
    case 'includesAll': {
      want('list')
      if (leaf.values.length === 0) notReadable('operator', operator)
      return and(leaf.values.map((value): Json => ({ some: [read, { '===': [{ var: '' }, value] }] })))
    }
    default:
      return notReadable('operator', operator)
  }
}

const keyIn = (keys: readonly string[]): Json =>
  keys.length === 0 ? false : { in: [{ var: 'targetingKey' }, [...keys]] }

/** A reference to a segment: a shared evaluator, or the inlined condition inside of one. */
const segmentExpression = (key: string, scope: FlagScope, place: ExpressionScope): Json => {
  const segment = segmentOf(scope.documents, key) ?? notReadable('malformed', key)
  scope.provisos.add({ kind: 'text', attribute: 'targetingKey' })
  const when =
    segment.when === null ? false : expressionOf(segment.when, scope, { ...place, salt: segment.key, inside: true })
  const whole = and([not(keyIn(segment.excluded)), or([keyIn(segment.included), when])])
  if (place.inside || typeof whole === 'boolean' || !isAscii(JSON.stringify(whole))) return whole
  const name = `segment ${key}`
  scope.parts[name] = whole
  return { $ref: name }
}
