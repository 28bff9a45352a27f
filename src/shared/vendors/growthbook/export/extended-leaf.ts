import type { Condition, ExtendedLeaf } from '../../../schemas/condition.ts'
import type { Json } from '../../../schemas/keys.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import { type GbCondition, nobody } from './leaf.ts'
import { extendedPathOf } from './path.ts'

/** The expected value: a plain value, or operators. */
type WantedOperand = Json

const isOperators = (value: Json): boolean => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const names = Object.keys(value)
  return names.length > 0 && names.every((name) => name.startsWith('$'))
}

/** Converts an imported test of an attribute back to a condition. */
export const extendedLeafCondition = (leaf: ExtendedLeaf): GbCondition => {
  const path = extendedPathOf(leaf.read)
  return path === null ? notReadable('other-vendor') : { [path]: wantedOf(leaf) }
}

const wantedOf = (leaf: ExtendedLeaf): WantedOperand => {
  const { read: _, test, presence, missing, negate, ...more } = leaf
  if (Object.values(more).some((field) => field !== undefined)) return notReadable('other-vendor')
  if (test.op === 'present') {
    if (presence !== 'nullish' || missing !== (negate === true ? 'true' : 'false')) return notReadable('other-vendor')
    return { $exists: negate !== true }
  }
  if (presence !== 'own' || missing !== 'null') return notReadable('other-vendor')
  return testOf(test, negate === true)
}

const testOf = (test: ExtendedLeaf['test'], negated: boolean): WantedOperand => {
  const same = (fields: object): boolean =>
    JSON.stringify(sorted(test)) === JSON.stringify(sorted({ op: test.op, ...fields }))
  if (test.op === 'in.strict' && same({ values: test.values, array: 'any' }))
    return { [negated ? '$nin' : '$in']: test.values }
  if (test.op === 'in.fold' && test.all !== true && same({ values: test.values }))
    return { [negated ? '$nini' : '$ini']: test.values }
  if (negated) return notReadable('other-vendor', test.op)
  switch (test.op) {
    case 'loose.eq':
      if (isOperators(test.value)) break
      return test.value
    case 'js.rel':
      return { [`$${test.rel}`]: test.value }
    case 'semver.rel': {
      const [value, ...others] = test.values
      const grammar = 'padded-string'
      if (value === undefined || others.length > 0) break
      if (same({ rel: test.rel, values: test.values, semver: grammar, valSemver: grammar }))
        return { [`$v${versionNames[test.rel]}`]: value }
      break
    }
    case 'in.fold':
      if (same({ values: test.values, all: true })) return { $alli: test.values }
      break
    case 'text.regex': {
      const [source] = test.values
      const { flags } = test
      const fields = { values: [source], dialect: 'ecma-slash', flags, str: 'js', badPattern: 'finalFalse' }
      if (source !== undefined && (flags === '' || flags === 'i') && same(fields))
        return { [flags === 'i' ? '$regexi' : '$regex']: source }
      break
    }
    case 'type.is':
      return { $type: test.type }
    case 'arr.all':
      return { $all: test.each.map(valueOf) }
    case 'arr.size':
      return { $size: valueOf(test.when) }
    case 'arr.elem':
      return { $elemMatch: elementOf(test.when) }
    default:
  }
  return notReadable('other-vendor', test.op)
}

const versionNames = { eq: 'eq', ne: 'ne', lt: 'lt', lte: 'lte', gt: 'gt', gte: 'gte' } as const

/** The condition on the value itself: an element of a list, or its length. */
const valueOf = (condition: Condition): WantedOperand => {
  if (typeof condition !== 'object') return notReadable('other-vendor')
  if ('read' in condition)
    return extendedPathOf(condition.read) === null ? wantedOf(condition) : notReadable('other-vendor')
  if ('not' in condition) return { $not: valueOf(condition.not) }
  // A condition on something other than a list matches no one.
  if ('any' in condition && condition.any.length === 0) return { $in: '' }
  if (!('all' in condition) || condition.all.length === 0) return notReadable('other-vendor')
  const joined: GbCondition = {}
  for (const inner of condition.all) {
    const wanted = valueOf(inner)
    if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return notReadable('other-vendor')
    if (!isOperators(wanted)) return notReadable('other-vendor')
    for (const [name, operand] of Object.entries(wanted)) {
      const isTaken = Object.hasOwn(joined, name)
      if (isTaken && JSON.stringify(joined[name]) !== JSON.stringify(operand)) return notReadable('other-vendor')
      joined[name] = operand
    }
  }
  return joined
}

/** The condition on an element: operators apply to the element itself, names to its members. */
const elementOf = (condition: Condition): Json => {
  if (readsItself(condition)) {
    const wanted = valueOf(condition)
    return isOperators(wanted) ? wanted : notReadable('other-vendor')
  }
  const joined: GbCondition = {}
  for (const inner of allOf(condition)) {
    for (const [name, wanted] of Object.entries(membersOf(inner))) {
      if (Object.hasOwn(joined, name)) return notReadable('other-vendor')
      joined[name] = wanted
    }
  }
  // If there were only operators, including `$or`, they would apply to the element itself.
  return isOperators(joined) ? notReadable('other-vendor') : joined
}

const allOf = (condition: Condition): readonly Condition[] => {
  if (condition === true) return []
  return 'all' in condition && condition.unknown === undefined ? condition.all.flatMap(allOf) : [condition]
}

const readsItself = (condition: Condition): boolean => {
  if (typeof condition !== 'object') return false
  if ('read' in condition) return extendedPathOf(condition.read) === null
  if ('not' in condition) return readsItself(condition.not)
  if ('all' in condition) return condition.all.some(readsItself)
  return 'any' in condition && condition.any.some(readsItself)
}

const membersOf = (condition: Condition): GbCondition => {
  if (condition === true) return {}
  if ('read' in condition) return extendedLeafCondition(condition)
  if ('not' in condition) return { $not: membersOf(condition.not) }
  if ('all' in condition && condition.unknown === undefined) return { $and: condition.all.map(membersOf) }
  if ('any' in condition && condition.unknown === undefined)
    return condition.any.length === 0 ? nobody : { $or: condition.any.map(membersOf) }
  return notReadable('other-vendor')
}

const sorted = (fields: object): unknown =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
