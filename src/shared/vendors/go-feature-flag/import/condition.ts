import type { Condition, ExtendedTest } from '../../../schemas/condition.ts'
import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { Relation } from '../../../schemas/extended-test.ts'
import type { Report } from '../../importing/finding.ts'
import type { Operator, Query, Value } from './query.ts'

const nobody: Condition = { any: [] }

/** Reads an attribute of a query. Two names read the targeting key, which is an empty string if missing. */
const readOf = (path: readonly string[]): AttributeRef => {
  const [first = ''] = path
  // Always present; compared as a boolean below.
  if (isAnonymous(path)) return { firstOf: [] }
  const isKey = path.length === 1 && (first === 'key' || first === 'targetingKey')
  return isKey ? { firstOf: [['targetingKey']], otherwise: '' } : { firstOf: [[...path]] }
}

export const conditionOf = (query: Query, report: Report): Condition => {
  if (hasNested(query) && !isAlone(query)) {
    const message =
      'It reads an attribute inside another one. Where that one is missing, GO Feature Flag compares what it read before; here nothing matches.'
    report('warn', 'query', message)
  }
  return compile(query, report)
}

const hasNested = (query: Query): boolean => {
  if (query.kind === 'not') return hasNested(query.query)
  if ('left' in query) return hasNested(query.left) || hasNested(query.right)
  return query.path.length > 1
}

/** A single comparison does not depend on an earlier read. */
const isAlone = (query: Query): boolean =>
  query.kind === 'present' || (query.kind === 'compare' && query.value.kind !== 'null')

const compile = (query: Query, report: Report): Condition => {
  switch (query.kind) {
    case 'and':
      return { all: [...same(query, 'and')].map((one) => compile(one, report)) }
    case 'or':
      return { any: [...same(query, 'or')].map((one) => compile(one, report)) }
    case 'not':
      return { not: compile(query.query, report) }
    case 'present':
      return isAnonymous(query.path) ? true : { read: readOf(query.path), test: { op: 'present' } }
    case 'compare':
      return comparison(query.path, query.operator, query.value, report)
  }
}

/** The operands of a chain of the same operator. */
function* same(query: Query, kind: 'and' | 'or'): Generator<Query> {
  if (query.kind !== kind) {
    yield query
    return
  }
  yield* same(query.left, kind)
  yield query.right
}

const relations: Readonly<Partial<Record<Operator, Relation>>> = {
  ...{ eq: 'eq', ne: 'ne', gt: 'gt', lt: 'lt', ge: 'gte', le: 'lte' },
}
const texts = { co: 'contains', sw: 'prefix', ew: 'suffix', gt: 'gt', lt: 'lt', ge: 'gte', le: 'lte' } as const

const kinds: Readonly<Record<Value['kind'], string>> = {
  boolean: 'true or false',
  null: 'null',
  version: 'a version',
  text: 'a text',
  texts: 'a list of texts',
  double: 'a number',
  integer: 'a number',
}

const comparison = (path: readonly string[], operator: Operator, value: Value, report: Report): Condition => {
  const read = readOf(path)
  /** A missing attribute or another type does not match, even if negated. */
  const leaf = (test: ExtendedTest, negate = false): Condition => ({ read, test, ...(negate ? { negate } : {}) })
  const refused = (): Condition => {
    report('block', 'query', `${operator} does not go with ${kinds[value.kind]}. Write the query in another way.`)
    return nobody
  }
  const rel = relations[operator]
  switch (value.kind) {
    case 'null':
      if (isAnonymous(path) && (operator === 'eq' || operator === 'ne')) return operator === 'ne' ? true : nobody
      if (operator === 'eq') return { read, test: { op: 'present' }, missing: 'true', negate: true }
      return operator === 'ne' ? leaf({ op: 'present' }) : refused()
    case 'boolean':
      if (operator !== 'eq' && operator !== 'ne') return refused()
      if (isAnonymous(path)) return anonymous(value.value === (operator === 'eq'))
      return leaf({ op: 'in.strict', values: [value.value], types: ['boolean'] }, operator === 'ne')
    case 'version':
      if (rel === undefined) return refused()
      return leaf({ op: 'semver.rel', rel, values: [value.value], semver: 'semver2-nov', valSemver: 'semver2-nov' })
    case 'texts':
      // Every other operator expects a string and finds a list.
      return operator === 'in' ? leaf({ op: 'in.text', values: value.values, str: 'none' }) : nobody
    case 'text': {
      if (operator === 'in') return nobody
      if (operator === 'eq' || operator === 'ne') {
        return leaf({ op: 'in.text', values: [value.value], str: 'none', fold: 'lower' }, operator === 'ne')
      }
      return leaf({ op: 'text.rel', rel: texts[operator], values: [value.value], str: 'none', fold: 'lower' })
    }
    case 'double':
      if (operator === 'in') {
        return value.listed ? leaf({ op: 'num.rel', rel: 'eq', values: value.values, num: 'none' }) : nobody
      }
      if (rel === undefined) return refused()
      return value.listed ? nobody : leaf({ op: 'num.rel', rel, values: value.values, num: 'none' })
    case 'integer': {
      if (operator === 'in') {
        if (value.listed && path.length > 1) {
          const message = 'Numbers inside another attribute are in no list of whole numbers there; here they are.'
          report('warn', 'query', message)
        }
        return value.listed ? leaf({ op: 'in.strict', values: value.values, types: ['number'] }) : nobody
      }
      if (rel === undefined) return refused()
      return value.listed ? nobody : whole(rel, value.values[0] ?? 0, (test) => leaf(test))
    }
  }
}

const isAnonymous = (path: readonly string[]): boolean => path.length === 1 && path[0] === 'anonymous'

/** Whether the user is anonymous. Any value other than true counts as false. */
const anonymous = (wanted: boolean): Condition => {
  const read = { firstOf: [['anonymous']] }
  const test: ExtendedTest = { op: 'in.strict', values: [true] }
  return wanted ? { read, test } : { read, test, missing: 'true', negate: true }
}

/** Numbers are truncated toward zero before they are compared with an integer. */
const whole = (rel: Relation, limit: number, leaf: (test: ExtendedTest) => Condition): Condition => {
  const number = (relation: Relation, value: number) =>
    leaf({ op: 'num.rel', rel: relation, values: [value], num: 'none' })
  const atLeast = (least: number) => (least >= 1 ? number('gte', least) : number('gt', least - 1))
  const atMost = (most: number) => (most <= -1 ? number('lte', most) : number('lt', most + 1))
  switch (rel) {
    case 'gte':
      return atLeast(limit)
    case 'gt':
      return atLeast(limit + 1)
    case 'lte':
      return atMost(limit)
    case 'lt':
      return atMost(limit - 1)
    case 'eq':
      return { all: [atLeast(limit), atMost(limit)] }
    case 'ne':
      return { any: [atMost(limit - 1), atLeast(limit + 1)] }
  }
}
