import type { Condition, ExtendedTest } from '../../../schemas/condition.ts'
import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { LeafProfile } from '../../../schemas/extended-test.ts'
import type { Json } from '../../../schemas/keys.ts'
import { Unreadable } from '../../importing/assembly.ts'
import { searchPattern } from '../../importing/search-pattern.ts'
import type { GbConfig } from './config.ts'
import { nobody } from './scope.ts'

type Groups = NonNullable<GbConfig['savedGroups']>
export type JsonObject = { [key: string]: Json }

export const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isOperators = (value: Json): value is JsonObject =>
  isObject(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => key.startsWith('$'))

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

/** A saved group. Null for a name that every JavaScript object has, which SDKs treat as a group of unknown type. */
const groupOf = (groups: Groups, id: string): Json | undefined => {
  if (Object.hasOwn(groups, id)) return groups[id]
  return id in Object.prototype ? null : undefined
}

/** The values of a saved group. Empty if it does not exist; null if it is not a list. */
const valuesIn = (groups: Groups, id: string): Json[] | null => {
  const group = groupOf(groups, id)
  if (group === undefined) return []
  if (Array.isArray(group)) return group
  return isObject(group) && group['type'] === 'list' && Array.isArray(group['values']) ? group['values'] : null
}

/** The saved groups that contain this condition, to detect cycles, and how many more may be inlined. */
type Within = { readonly ids: ReadonlySet<string>; readonly left: { groups: number } }

/** Groups can refer to groups: a short chain in which each refers to the next twice would inline millions. */
const mostGroups = 1_000
const outside = (): Within => ({ ids: new Set(), left: { groups: mostGroups } })

/**
 * Converts a condition in MongoDB's query language with JavaScript's semantics. Every entry must match; an empty
 * condition always does.
 */
export const conditionOf = (condition: JsonObject, groups: Groups, within: Within = outside()): Condition => ({
  all: Object.entries(condition).map(([key, value]) => entryOf(key, value, groups, within)),
})

/**
 * Converts a reference to a saved group: its list, by its own or another attribute, or its condition. Matches no one if
 * the group is neither.
 */
const inSavedGroup = (reference: Json, groups: Groups, within: Within): Condition => {
  if (!isObject(reference)) return nobody
  const { id, attributeKey } = reference
  if (typeof id !== 'string' || within.ids.has(id)) return nobody
  if (attributeKey !== undefined && typeof attributeKey !== 'string') return nobody
  const group = groupOf(groups, id)
  if (group === undefined || !isObject(group)) return nobody
  within.left.groups -= 1
  if (within.left.groups < 0)
    throw new Unreadable(`The saved group ${id} leads to more than ${mostGroups} others, some of them many times.`)
  const { type, values, condition } = group
  if (type === 'list') {
    const key = attributeKey ?? group['attributeKey']
    if (typeof key !== 'string' || !Array.isArray(values)) return nobody
    return leaf(readOf(key), { op: 'in.strict', values, array: 'any' })
  }
  if (type !== 'condition' || condition === undefined || condition === null || typeof condition !== 'object')
    return nobody
  const inside = { ...within, ids: new Set([...within.ids, id]) }
  // If the condition is a list, SDKs address its elements by index.
  const entries = isObject(condition)
    ? condition
    : Object.fromEntries(condition.map((value, at) => [String(at), value]))
  return conditionOf(entries, groups, inside)
}

const entryOf = (key: string, value: Json, groups: Groups, within: Within): Condition => {
  const inner = () => listOf(value).map((one) => (isObject(one) ? conditionOf(one, groups, within) : nobody))
  switch (key) {
    case '$or':
      return listOf(value).length === 0 ? true : { any: inner() }
    case '$nor':
      return listOf(value).length === 0 ? nobody : { not: { any: inner() } }
    case '$and':
      return { all: inner() }
    case '$not':
      return isObject(value) ? { not: conditionOf(value, groups, within) } : nobody
    case '$savedGroup':
      return inSavedGroup(value, groups, within)
    default:
      return valueOf(readOf(key), value, groups, within)
  }
}

/** Dotted paths also index into lists. */
const readOf = (path: string): AttributeRef => ({ firstOf: [path.split('.')], skip: 'never', arrayIndex: true })

/** The value itself that a condition applies to: an element of a list, or its length. */
const itself: AttributeRef = { firstOf: [[]], skip: 'never' }

/** A missing attribute reads as null. */
const leaf = (read: AttributeRef, test: ExtendedTest, negate = false): Condition => ({
  read,
  test,
  presence: 'own',
  missing: 'null',
  ...(negate ? { negate } : {}),
})

/** The condition on a value: every operator matches, or the value loosely equals a plain value. */
const valueOf = (read: AttributeRef, wanted: Json, groups: Groups, within: Within): Condition => {
  if (!isOperators(wanted)) return leaf(read, { op: 'loose.eq', value: wanted })
  return {
    all: Object.entries(wanted).map(([operator, operand]) => operatorOf(read, operator, operand, groups, within)),
  }
}

/** The condition on one element, compared without regard to case. */
const foldedOf = (wanted: Json, groups: Groups, within: Within): Condition =>
  typeof wanted === 'string'
    ? { read: itself, test: { op: 'in.text', values: [wanted], str: 'js', fold: 'lower' }, presence: 'any' }
    : valueOf(itself, wanted, groups, within)

/** The condition on an element: operators apply to the element itself, names to its members. */
const elementOf = (wanted: Json, groups: Groups, within: Within): Condition => {
  if (isOperators(wanted)) return valueOf(itself, wanted, groups, within)
  // A condition without keys checks nothing.
  return conditionOf(isObject(wanted) ? wanted : {}, groups, within)
}

type Relation = 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte'
const relations: ReadonlyMap<string, Relation> = new Map<string, Relation>([
  ['lt', 'lt'],
  ['lte', 'lte'],
  ['gt', 'gt'],
  ['gte', 'gte'],
  ['eq', 'eq'],
  ['ne', 'ne'],
])

const typeNames = ['string', 'number', 'boolean', 'array', 'object', 'null', 'undefined'] as const

const version = (read: AttributeRef, rel: Relation, operand: Json): Condition =>
  leaf(read, { op: 'semver.rel', rel, values: [operand], semver: 'padded-string', valSemver: 'padded-string' })

const exists = (read: AttributeRef, wanted: boolean): Condition => {
  const otherwise: LeafProfile = { presence: 'nullish', missing: wanted ? 'false' : 'true', negate: !wanted }
  return { read, test: { op: 'present' }, ...otherwise }
}

/**
 * Converts one operator. If it expects a list and gets something else, it matches no one, even if negated. The same
 * applies to unknown operators.
 */
const operatorOf = (read: AttributeRef, operator: string, operand: Json, groups: Groups, within: Within): Condition => {
  const list = Array.isArray(operand) ? operand : null
  const text = typeof operand === 'string' ? operand : JSON.stringify(operand)
  const isIn = (values: Json[], negate = false): Condition =>
    leaf(read, { op: 'in.strict', values, array: 'any' }, negate)
  const folded = (negate: boolean): Condition =>
    list === null ? nobody : leaf(read, { op: 'in.fold', values: list }, negate)
  const pattern = (flags: string): Condition =>
    leaf(read, {
      op: 'text.regex',
      values: [searchPattern(text)],
      dialect: 'ecma-slash',
      flags,
      str: 'js',
      badPattern: 'finalFalse',
    })
  const isText = typeof operand === 'string'
  switch (operator) {
    case '$eq':
    case '$ne':
    case '$lt':
    case '$lte':
    case '$gt':
    case '$gte':
      return leaf(read, { op: 'js.rel', rel: relations.get(operator.slice(1)) ?? 'eq', value: operand })
    case '$veq':
    case '$vne':
    case '$vlt':
    case '$vlte':
    case '$vgt':
    case '$vgte':
      return version(read, relations.get(operator.slice(2)) ?? 'eq', operand)
    case '$in':
      return list === null ? nobody : isIn(list)
    case '$nin':
      return list === null ? nobody : isIn(list, true)
    case '$inGroup':
    case '$notInGroup': {
      const values = valuesIn(groups, text)
      return values === null ? nobody : isIn(values, operator === '$notInGroup')
    }
    case '$ini':
      return folded(false)
    case '$nini':
      return folded(true)
    case '$all':
      return list === null
        ? nobody
        : leaf(read, { op: 'arr.all', each: list.map((one) => valueOf(itself, one, groups, within)) })
    case '$alli':
      return list === null
        ? nobody
        : leaf(read, { op: 'arr.all', each: list.map((one) => foldedOf(one, groups, within)) })
    case '$elemMatch':
      return leaf(read, { op: 'arr.elem', when: elementOf(operand, groups, within) })
    case '$size':
      return leaf(read, { op: 'arr.size', when: valueOf(itself, operand, groups, within) })
    case '$exists':
      return exists(read, Boolean(operand))
    case '$regex':
      return isText ? pattern('') : nobody
    case '$regexi':
      return isText ? pattern('i') : nobody
    case '$type': {
      const type = typeNames.find((name) => name === operand)
      return type === undefined ? nobody : leaf(read, { op: 'type.is', type })
    }
    case '$not':
      return { not: valueOf(read, operand, groups, within) }
    default:
      return nobody
  }
}
