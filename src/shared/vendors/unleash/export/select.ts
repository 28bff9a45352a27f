import { segmentOf } from '../../../engine/prerequisite.ts'
import type { Condition, Leaf } from '../../../schemas/condition.ts'
import type { FlagScope } from '../../exporting/format-support.ts'
import { isAscii, numberOf, refuseCase, textsOf, valuesOf, versionOf, withoutNegation } from '../../exporting/leaf.ts'
import { plainNames } from '../../exporting/names.ts'
import { isPortablePattern } from '../../exporting/portable-pattern.ts'
import type { ProvisoKind } from '../../exporting/proviso.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import { extendedFormulaOf, kept } from './extended-formula.ts'
import type { Formula } from './formula.ts'
import { since, type UnleashConstraint } from './model.ts'

/** Context fields with another meaning, or that the SDK sets by itself. */
const reserved = new Set(['appName', 'environment', 'currentTime', 'properties'])

/** Converts a condition to constraints. */
export const formulaOf = (condition: Condition, scope: FlagScope): Formula => {
  if (condition === true) return true
  if ('operator' in condition) {
    const { negated } = withoutNegation(condition)
    const positive = leafFormula(condition, scope)
    return negated ? { not: positive } : positive
  }
  const wide = extendedFormulaOf(condition, scope)
  if (wide !== undefined) return wide
  if ('all' in condition && condition.unknown === undefined)
    return { all: condition.all.map((inner) => formulaOf(inner, scope)) }
  if ('any' in condition && condition.unknown === undefined)
    return { any: condition.any.map((inner) => formulaOf(inner, scope)) }
  if ('not' in condition) return { not: formulaOf(condition.not, scope) }
  if ('segment' in condition && condition.negate === undefined)
    return segmentFormula(condition.segment, condition.missing !== undefined, scope)
  if ('flag' in condition) return notReadable('flag-condition', condition.flag)
  if ('in' in condition) return notReadable('split-hash')
  return notReadable('other-vendor')
}

/** The SDK's name of an attribute: the targeting key is the user id. */
const fieldOf = (path: string): string => {
  const [name = '', ...more] = plainNames(path)
  if (more.length > 0) notReadable('nested-name', path)
  if (reserved.has(name)) notReadable('reserved-name', path)
  return name === 'targetingKey' ? 'userId' : name
}

const constraint = (
  contextName: string,
  operator: string,
  fields: Partial<UnleashConstraint> = {},
): { constraint: UnleashConstraint } => ({
  constraint: { contextName, operator, inverted: false, caseInsensitive: false, ...fields },
})

const leafFormula = (leaf: Leaf, scope: FlagScope): Formula => {
  const { attribute } = leaf
  const { operator } = withoutNegation(leaf)
  const field = fieldOf(attribute)
  const want = (kind: ProvisoKind) => scope.provisos.add({ kind, attribute })
  const text = (name: string): Formula => {
    const values = textsOf(leaf).map(kept)
    const caseInsensitive = leaf.ignoreCase === true
    want('text')
    if (caseInsensitive) want('ascii')
    if (caseInsensitive && !values.every(isAscii)) notReadable('case', attribute)
    scope.since(since.operators)
    return constraint(field, name, { values, caseInsensitive })
  }
  const compare = (name: string, value: number): Formula => {
    want('number')
    scope.since(since.operators)
    return constraint(field, name, { value: String(value) })
  }
  const version = (name: string): Formula => {
    want('version')
    scope.since(since.operators)
    return constraint(field, name, { value: versionOf(leaf) })
  }
  switch (operator) {
    case 'exists':
      want('scalar')
      scope.since(since.regex)
      return constraint(field, 'REGEX', { value: '^' })
    case 'is':
    case 'isOneOf':
      return equality(leaf, field, scope)
    case 'contains':
      return text('STR_CONTAINS')
    case 'startsWith':
      return text('STR_STARTS_WITH')
    case 'endsWith':
      return text('STR_ENDS_WITH')
    case 'matches':
      refuseCase(leaf)
      want('text')
      want('ascii')
      scope.since(since.regex)
      return {
        any: textsOf(leaf).map((pattern) =>
          isPortablePattern(pattern) ? constraint(field, 'REGEX', { value: pattern }) : notReadable('pattern', pattern),
        ),
      }
    case 'lessThan':
      return compare('NUM_LT', numberOf(leaf))
    case 'atMost':
      return compare('NUM_LTE', numberOf(leaf))
    case 'greaterThan':
      return compare('NUM_GT', numberOf(leaf))
    case 'atLeast':
      return compare('NUM_GTE', numberOf(leaf))
    case 'between':
      return { all: [compare('NUM_GTE', numberOf(leaf)), compare('NUM_LTE', numberOf(leaf, 1))] }
    case 'versionIs':
      return version('SEMVER_EQ')
    case 'versionLessThan':
      return version('SEMVER_LT')
    case 'versionAtMost':
      return { any: [version('SEMVER_LT'), version('SEMVER_EQ')] }
    case 'versionGreaterThan':
      return version('SEMVER_GT')
    case 'versionAtLeast':
      return { any: [version('SEMVER_GT'), version('SEMVER_EQ')] }
    default:
      return notReadable('operator', operator)
  }
}

const equality = (leaf: Leaf, field: string, scope: FlagScope): Formula => {
  const { attribute } = leaf
  const { type, values } = valuesOf(leaf)
  scope.provisos.add({ kind: type, attribute })
  if (type === 'number') {
    scope.since(since.operators)
    return { any: values.map((value) => constraint(field, 'NUM_EQ', { value: String(value) })) }
  }
  if (type === 'text') refuseCase(leaf)
  return constraint(field, 'IN', { values: type === 'text' ? values.map(kept) : values.map(String) })
}

/** Inlines a segment, which every SDK supports. */
const segmentFormula = (key: string, mayMiss: boolean, scope: FlagScope): Formula => {
  const segment = segmentOf(scope.documents, key)
  if (segment === undefined) return mayMiss ? false : notReadable('malformed', key)
  const keyIn = (keys: readonly string[]): Formula =>
    keys.length === 0 ? false : constraint('userId', 'IN', { values: keys.map(kept) })
  if (segment.included.length + segment.excluded.length > 0)
    scope.provisos.add({ kind: 'text', attribute: 'targetingKey' })
  const when = segment.when === null ? false : formulaOf(segment.when, scope)
  return { all: [{ not: keyIn(segment.excluded) }, { any: [keyIn(segment.included), when] }] }
}
