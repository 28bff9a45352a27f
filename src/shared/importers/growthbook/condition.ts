import type { Condition, ExtendedTest } from '../../schemas/condition.ts'
import type { AttributeRef } from '../../schemas/extended-attribute.ts'
import type { LeafProfile } from '../../schemas/extended-test.ts'
import type { Json } from '../../schemas/keys.ts'
import type { GbConfig } from './config.ts'
import { nobody } from './scope.ts'

type Groups = NonNullable<GbConfig['savedGroups']>
type JsonObject = { [key: string]: Json }

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether all of an object's keys are operators. */
const isOperators = (value: Json): value is JsonObject =>
  isObject(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => key.startsWith('$'))

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

/** A condition in the language of MongoDB, with JavaScript's semantics. Every entry must hold; an empty one always does. */
export const conditionOf = (condition: JsonObject, groups: Groups): Condition => ({
  all: Object.entries(condition).map(([key, value]) => entryOf(key, value, groups)),
})

const entryOf = (key: string, value: Json, groups: Groups): Condition => {
  const inner = () => listOf(value).map((one) => (isObject(one) ? conditionOf(one, groups) : nobody))
  switch (key) {
    case '$or':
      return listOf(value).length === 0 ? true : { any: inner() }
    case '$nor':
      return listOf(value).length === 0 ? nobody : { not: { any: inner() } }
    case '$and':
      return { all: inner() }
    case '$not':
      return isObject(value) ? { not: conditionOf(value, groups) } : nobody
    default:
      return valueOf(readOf(key), value, groups)
  }
}

/** Dotted paths step into lists too. */
const readOf = (path: string): AttributeRef => ({ firstOf: [path.split('.')], skip: 'never', arrayIndex: true })

/** The value the condition is about itself: an element of a list, or its length. */
const itself: AttributeRef = { firstOf: [[]], skip: 'never' }

/** A missing attribute reads as null. */
const leaf = (read: AttributeRef, test: ExtendedTest, negate = false): Condition => ({
  read,
  test,
  presence: 'own',
  missing: 'null',
  ...(negate ? { negate } : {}),
})

/** What a value must be: every operator holds, or it equals a bare value loosely. */
const valueOf = (read: AttributeRef, wanted: Json, groups: Groups): Condition => {
  if (!isOperators(wanted)) return leaf(read, { op: 'loose.eq', value: wanted })
  return { all: Object.entries(wanted).map(([operator, operand]) => operatorOf(read, operator, operand, groups)) }
}

/** What an element must be: operators apply to itself, names to its members. */
const elementOf = (wanted: Json, groups: Groups): Condition =>
  isObject(wanted) && !isOperators(wanted) ? conditionOf(wanted, groups) : valueOf(itself, wanted, groups)

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

/** One operator. A list operand that is no list holds for nobody, negated or not; so does an operator nobody knows. */
const operatorOf = (read: AttributeRef, operator: string, operand: Json, groups: Groups): Condition => {
  const list = Array.isArray(operand) ? operand : null
  const text = typeof operand === 'string' ? operand : JSON.stringify(operand)
  const isIn = (values: Json[], negate = false): Condition =>
    leaf(read, { op: 'in.strict', values, array: 'any' }, negate)
  const folded = (negate: boolean): Condition =>
    list === null ? nobody : leaf(read, { op: 'in.fold', values: list }, negate)
  const pattern = (flags: string): Condition =>
    leaf(read, {
      op: 'text.regex',
      values: [text],
      dialect: 'ecma-slash',
      flags,
      str: 'js',
      badPattern: 'finalFalse',
    })
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
      return isIn(groups[text] ?? [])
    case '$notInGroup':
      return isIn(groups[text] ?? [], true)
    case '$ini':
      return folded(false)
    case '$nini':
      return folded(true)
    case '$all':
      return leaf(read, { op: 'arr.all', each: (list ?? []).map((one) => valueOf(itself, one, groups)) })
    case '$alli':
      return list === null ? nobody : leaf(read, { op: 'in.fold', values: list, all: true })
    case '$elemMatch':
      return leaf(read, { op: 'arr.elem', when: elementOf(operand, groups) })
    case '$size':
      return leaf(read, { op: 'arr.size', when: valueOf(itself, operand, groups) })
    case '$exists':
      return exists(read, Boolean(operand))
    case '$regex':
      return pattern('')
    case '$regexi':
      return pattern('i')
    case '$type': {
      const type = typeNames.find((name) => name === operand)
      return type === undefined ? nobody : leaf(read, { op: 'type.is', type })
    }
    case '$not':
      return { not: valueOf(read, operand, groups) }
    default:
      return nobody
  }
}
