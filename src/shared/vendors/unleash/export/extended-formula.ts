import type { Condition, ExtendedTest } from '../../../schemas/condition.ts'
import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { ExtendedPoint } from '../../../schemas/extended-point.ts'
import type { FlagScope } from '../../exporting/format-support.ts'
import { isAscii } from '../../exporting/leaf.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import type { Formula } from './formula.ts'
import { type Predicate, since, type UnleashConstraint } from './model.ts'

/*
 * Converts imported conditions back to Unleash's form. Every field must be exactly as the importer writes it; anything
 * else is not readable.
 */

/** Compares JSON regardless of field order. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(ordered(a)) === JSON.stringify(ordered(b))

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([x], [y]) => (x < y ? -1 : 1))
    .map(([name, inner]) => [name, ordered(inner)])
}

const fieldPaths = (name: string): string[][] => (name === 'userId' ? [['userId'], ['targetingKey']] : [[name]])

/** The field that a constraint or stickiness reads. */
export const fieldRead = (read: AttributeRef): string | undefined => {
  const name = read.firstOf[0]?.[0]
  if (name === undefined) return undefined
  const [own = [name], ...others] = fieldPaths(name)
  return same(read, { firstOf: [own, ['properties', name], ...others] }) ? name : undefined
}

/** Converts a condition in one of the importer's forms. Undefined for any other. */
export const extendedFormulaOf = (condition: Exclude<Condition, true>, scope: FlagScope): Formula | undefined => {
  if ('read' in condition) return readFormula(condition, scope)
  if ('within' in condition) return { predicate: rolloutOf(condition, scope) }
  if ('any' in condition)
    return instantFormula(condition, scope) ?? defaultRollout(condition, scope) ?? addresses(condition)
  return undefined
}

type Read = Extract<Condition, { read: unknown }>
type Any = Extract<Condition, { any: unknown }>

const readFormula = (leaf: Read, scope: FlagScope): Formula => {
  const users = userIds(leaf)
  if (users !== undefined) return { predicate: users }
  const { read, test, missing = 'false', invalid = 'false', negate, presence, nullIs } = leaf
  const inverted = negate === true
  const final = inverted ? 'true' : 'false'
  const contextName = fieldRead(read)
  const plain = presence === undefined && nullIs === undefined && missing === final && invalid === final
  if (contextName === undefined || !plain) return notReadable('other-vendor')
  const made = constraintOf(test, contextName, scope)
  if (made === undefined) return notReadable('other-vendor')
  return { constraint: { contextName, caseInsensitive: false, ...made, ...turnedBy(made.operator, inverted) } }
}

const turnedBy = (operator: string, inverted: boolean) =>
  operator === 'IN' && inverted ? { operator: 'NOT_IN', inverted: false } : { operator, inverted }

type LeafConstraintInput = Pick<UnleashConstraint, 'operator'> & Partial<UnleashConstraint>

const constraintOf = (test: ExtendedTest, field: string, scope: FlagScope): LeafConstraintInput | undefined => {
  if (test.op === 'in.text' && same(test, { op: 'in.text', values: test.values, str: 'js' }))
    return { operator: 'IN', values: test.values.map(kept) }
  scope.since(since.operators)
  if (test.op === 'text.rel') {
    const { rel, values, fold = 'none' } = test
    if (!same(test, { op: 'text.rel', rel, values, str: 'js', fold: test.fold }) || fold === 'ascii') return undefined
    const operators: Partial<Record<typeof rel, string>> = {
      prefix: 'STR_STARTS_WITH',
      suffix: 'STR_ENDS_WITH',
      contains: 'STR_CONTAINS',
    }
    const operator = operators[rel]
    if (operator === undefined) return undefined
    return { operator, values: values.map(kept), caseInsensitive: fold === 'lower' }
  }
  if (test.op === 'text.regex') {
    const { values, flags = '' } = test
    const shape = { op: 'text.regex', values, dialect: 're2', flags: test.flags, str: 'js', badPattern: 'false' }
    const [value, ...more] = values
    if (!same(test, shape) || more.length > 0 || value === undefined || !['', 'i'].includes(flags)) return undefined
    scope.since(since.regex)
    return { operator: 'REGEX', value, caseInsensitive: flags === 'i' }
  }
  if (test.op === 'ip.cidr') {
    if (!same(test, { op: 'ip.cidr', values: test.values, v6: true, apart: true })) return undefined
    if (test.values.some((value) => value.includes('%'))) return undefined
    scope.since(since.networks)
    scope.provisos.add({ kind: 'unzoned', attribute: attributeOf(field) })
    return { operator: 'IN_CIDR', values: [...test.values] }
  }
  if (test.op === 'num.rel') {
    const { rel, values } = test
    const [value, ...more] = values
    if (!same(test, { op: 'num.rel', rel, values, num: 'jsText' }) || more.length > 0 || rel === 'ne') return undefined
    if (value !== undefined && typeof value !== 'number') return undefined
    return { operator: `NUM_${rel.toUpperCase()}`, value: String(value ?? Number.NaN) }
  }
  if (test.op === 'semver.rel') {
    const { rel, values } = test
    const [value, ...more] = values
    const { op, semver, valSemver, valInvalid } = test
    const isTheirs = same(test, { op, rel, values, semver, valSemver, valInvalid })
    if (!isTheirs || more.length > 0 || typeof value !== 'string' || rel === 'ne') return undefined
    if (semver !== 'node-semver-nov' || valSemver !== 'node-semver') return undefined
    if (rel === 'gte' || rel === 'lte') scope.since(since.networks)
    return { operator: `SEMVER_${rel.toUpperCase()}`, value }
  }
  return undefined
}

/** Requires a string that the SDK leaves unchanged: it drops empty ones and trims the others. */
export const kept = (text: string): string => {
  if (text === '') return notReadable('empty-text')
  return text.trim() === text ? text : notReadable('padded-text', text)
}

/** A comparison with the context's `currentTime`, or the current time. */
const instantFormula = (condition: Any, scope: FlagScope): Formula | undefined => {
  const [given, now] = condition.any
  if (typeof given !== 'object' || !('all' in given) || now === undefined) return undefined
  const leaf = given.all[1]
  if (typeof leaf !== 'object' || !('read' in leaf) || leaf.test.op !== 'date.rel') return undefined
  const { rel, values } = leaf.test
  const [value, ...more] = values
  const inverted = leaf.negate === true
  const test = { op: 'date.rel', rel, values, date: 'js', valDate: 'js' }
  const profile = { test, invalid: inverted ? 'true' : 'false', negate: inverted }
  const currentTime = { firstOf: [['currentTime']], skip: 'falsy' }
  const isGiven = { read: currentTime, test: { op: 'present' } }
  const whole = {
    any: [
      { all: [isGiven, { read: currentTime, ...profile }] },
      { all: [{ not: isGiven }, { read: { firstOf: [], virtual: 'now' }, ...profile }] },
    ],
  }
  if (!same(condition, whole) || more.length > 0 || rel === 'exact') return undefined
  scope.since(since.operators)
  const operator = rel === 'before' ? 'DATE_BEFORE' : 'DATE_AFTER'
  if (value !== undefined && typeof value !== 'string') return undefined
  const written = value === undefined ? {} : { value }
  return { constraint: { contextName: 'currentTime', operator, inverted, caseInsensitive: false, ...written } }
}

/** The group name that is hashed before the unit, and the hashed attribute. */
export const hashed = (
  point: ExtendedPoint,
  seed: number,
): {
  groupId: string
  total: number
  unit: Exclude<ExtendedPoint['unit']['parts'][number], { literal: string }> | null
} => {
  const { unit, hash, norm, noUnit } = point
  const [literal, attribute, ...more] = unit.parts
  const isTheirs =
    noUnit === undefined &&
    unit.join === undefined &&
    unit.requires === undefined &&
    more.length === 0 &&
    hash.hex === undefined
  if (!isTheirs || literal === undefined || !('literal' in literal) || !literal.literal.endsWith(':'))
    return notReadable('split-hash')
  if (hash.seed !== seed || norm.kind !== 'mod' || norm.add !== 1 || norm.div !== undefined)
    return notReadable('split-hash')
  const groupId = literal.literal.slice(0, -1)
  if (!isAscii(groupId)) return notReadable('non-ascii', groupId)
  if (hash.algorithm === 'random' && attribute === undefined) return { groupId, total: norm.mod, unit: null }
  if (hash.algorithm !== 'murmur3-32' || attribute === undefined || !('attribute' in attribute))
    return notReadable('split-hash')
  return { groupId, total: norm.mod, unit: attribute }
}

const ownOrSession = { firstOf: [...fieldPaths('userId'), ...fieldPaths('sessionId')], skip: 'falsy' }

type Within = Extract<Condition, { within: unknown }>

const rolloutOf = ({ within }: Within, scope: FlagScope): Predicate => {
  const { point, lo, hi, bounds, noUnit } = within
  if (lo !== undefined || hi === undefined || bounds !== '[]' || noUnit !== undefined)
    return notReadable('other-vendor')
  const { groupId, total, unit } = hashed(point, 0)
  if (total !== 100) return notReadable('split-hash')
  const share = String(hi)
  if (unit === null) return flexible(share, 'random', groupId)
  const { attribute, presence } = unit
  if (!same(unit, { attribute, presence, str: 'js' })) return notReadable('other-vendor')
  const field = fieldRead(attribute)
  if (field !== undefined && presence === 'nonEmpty' && field !== 'default' && field !== 'random') {
    asciiUnits(scope, field)
    return flexible(share, field, groupId)
  }
  for (const [name, by] of gradual)
    if (presence === 'truthy' && same(attribute, { firstOf: fieldPaths(by), skip: 'falsy' })) {
      asciiUnits(scope, by)
      return { name, parameters: { percentage: share, groupId } }
    }
  return notReadable('other-vendor')
}

const gradual = [
  ['gradualRolloutUserId', 'userId'],
  ['gradualRolloutSessionId', 'sessionId'],
] as const

const flexible = (rollout: string, stickiness: string, groupId: string): Predicate => ({
  name: 'flexibleRollout',
  parameters: { rollout, stickiness, groupId },
})

/** The attribute path of a field in Fanion contexts. */
const attributeOf = (field: string): string => (field === 'userId' ? 'targetingKey' : field.replaceAll('.', '\\.'))

/** Requires ASCII: SDKs of different languages hash non-ASCII text differently. */
export const asciiUnits = (scope: FlagScope, ...fields: readonly string[]): void => {
  for (const field of fields) scope.provisos.add({ kind: 'ascii', attribute: attributeOf(field) })
}

/** Default stickiness: by user id, else by session id, else random. */
const defaultRollout = (condition: Any, scope: FlagScope): Formula | undefined => {
  const [withUnit] = condition.any
  if (typeof withUnit !== 'object' || !('within' in withUnit)) return undefined
  const { point, hi } = withUnit.within
  if (hi === undefined) return undefined
  const { groupId, total, unit } = hashed(point, 0)
  if (unit === null || total !== 100) return undefined
  if (!same(unit, { attribute: ownOrSession, presence: 'truthy', str: 'js' })) return undefined
  const { hash, ...more } = point
  const random = { ...more, unit: { parts: [{ literal: `${groupId}:` }] }, hash: { ...hash, algorithm: 'random' } }
  const present = { read: ownOrSession, test: { op: 'present' } }
  const whole = {
    any: [
      { within: { point, hi, bounds: '[]' } },
      { all: [{ not: present }, { within: { point: random, hi, bounds: '[]' } }] },
    ],
  }
  if (!same(condition, whole)) return undefined
  asciiUnits(scope, 'userId', 'sessionId')
  return { predicate: flexible(String(hi), 'default', groupId) }
}

const userIds = ({ read, test, ...more }: Read): Predicate | undefined => {
  if (test.op !== 'in.strict' || !same(read, { firstOf: fieldPaths('userId') })) return undefined
  if (Object.values(more).some((field) => field !== undefined)) return undefined
  const values = test.values.filter((value) => typeof value === 'string')
  const written = values.join(',')
  if (!same(test, { op: 'in.strict', values }) || !same(listOf(written), values)) return undefined
  return { name: 'userWithId', parameters: { userIds: written } }
}

const listOf = (text: string): string[] => (text ? text.split(/\s*,\s*/) : [])

const addresses = (condition: Any): Formula | undefined => {
  const [exact] = condition.any
  if (typeof exact !== 'object' || !('read' in exact) || exact.test.op !== 'in.strict') return undefined
  const values = exact.test.values.filter((value) => typeof value === 'string')
  const read = { firstOf: [['remoteAddress']] }
  const whole = {
    any: [
      { read, test: { op: 'in.strict', values } },
      { read, test: { op: 'ip.cidr', values, v6: false, apart: true } },
    ],
  }
  const IPs = values.join(',')
  if (!same(condition, whole) || !same(listOf(IPs), values)) return undefined
  return { predicate: { name: 'remoteAddress', parameters: { IPs } } }
}
