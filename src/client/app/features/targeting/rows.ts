import { operatorFacts, type ValueKind } from '../../../../shared/operators.ts'
import type { Condition, Leaf, Operator, Scalar } from '../../../../shared/schemas/condition.ts'
import { readNumber } from '../../../../shared/text/read-number.ts'
import { unreadValue } from './value-problem.ts'

/** The lines of a condition in the editor, which are combined with AND. `true` has none. */
export const rowsOf = (condition: Condition): readonly Condition[] => {
  if (condition === true) return []
  return 'all' in condition && condition.unknown === undefined ? condition.all : [condition]
}

/** Combines lines to a condition. No lines match everyone. */
export const conditionOf = (rows: readonly Condition[]): Condition => {
  const [first, ...others] = rows
  if (first === undefined) return true
  return others.length === 0 && !(first !== true && 'all' in first) ? first : { all: [...rows] }
}

export const emptyLeaf = (attribute = ''): Leaf => ({ attribute, operator: 'is', values: [] })

export const isLeaf = (condition: Condition): condition is Leaf => condition !== true && 'attribute' in condition

/** A line that tests whether a user is in a segment. */
export const membership = (segment: string, inside: boolean): Condition => (inside ? { segment } : { not: { segment } })

/** The segment that a line tests. Null for other lines, and for tests that only other systems have. */
export const membershipOf = (row: Condition): { segment: string; inside: boolean } | null => {
  if (row === true) return null
  if ('not' in row) {
    const inner = membershipOf(row.not)
    return inner?.inside === true ? { segment: inner.segment, inside: false } : null
  }
  return 'segment' in row && row.negate === undefined && row.missing === undefined
    ? { segment: row.segment, inside: true }
    : null
}

/** The attribute that a line requires to be unset. Null for other lines. */
export const absenceOf = (row: Condition): string | null =>
  row !== true && 'not' in row && isLeaf(row.not) && row.not.operator === 'exists' ? row.not.attribute : null

/** A line that requires an attribute to be unset. */
export const absence = (attribute: string): Condition => ({ not: { attribute, operator: 'exists', values: [] } })

const asNumber = (value: Scalar): Scalar[] => {
  const number = typeof value === 'string' ? readNumber(value) : value
  return typeof number === 'number' ? [number] : []
}

const converted = (values: readonly Scalar[], kind: ValueKind): Scalar[] => {
  if (kind === 'scalar') return [...values]
  return kind === 'number' ? values.flatMap(asNumber) : values.map(String)
}

/** Changes the operator of a line. Keeps the values that it accepts. */
export const withOperator = (leaf: Leaf, operator: Operator): Leaf => {
  const { takes, kind, family } = operatorFacts[operator]
  const most = { none: 0, one: 1, two: 2, any: Number.POSITIVE_INFINITY, all: Number.POSITIVE_INFINITY }[takes]
  const { ignoreCase, ...rest } = leaf
  return {
    ...rest,
    operator,
    values: converted(leaf.values, kind).slice(0, most),
    ...(ignoreCase === true && family === 'text' ? { ignoreCase } : {}),
  }
}

/** Changes the values of a line. A second value turns “is” into “is one of”, and a single one turns it back. */
export const withValues = (leaf: Leaf, values: Scalar[]): Leaf => {
  const list = { is: 'isOneOf', isNot: 'isNoneOf' } as const
  const single = { isOneOf: 'is', isNoneOf: 'isNot' } as const
  if (values.length > 1 && (leaf.operator === 'is' || leaf.operator === 'isNot'))
    return { ...leaf, operator: list[leaf.operator], values }
  if (values.length === 1 && leaf.values.length > 1 && (leaf.operator === 'isOneOf' || leaf.operator === 'isNoneOf'))
    return { ...leaf, operator: single[leaf.operator], values }
  return { ...leaf, values }
}

export const attributesIn = (condition: Condition): string[] => {
  if (condition === true) return []
  if ('all' in condition) return condition.all.flatMap(attributesIn)
  if ('any' in condition) return condition.any.flatMap(attributesIn)
  if ('not' in condition) return attributesIn(condition.not)
  return 'attribute' in condition ? [condition.attribute] : []
}

/** What is missing or invalid in a condition before it can be published. Empty if nothing is. */
export const gapsIn = (condition: Condition): string[] => {
  if (condition === true) return []
  if ('all' in condition) return condition.all.flatMap(gapsIn)
  if ('any' in condition) return condition.any.length === 0 ? ['an empty group'] : condition.any.flatMap(gapsIn)
  if ('not' in condition) return gapsIn(condition.not)
  if ('segment' in condition) return condition.segment === '' ? ['a segment'] : []
  if (!('attribute' in condition)) return []
  if (condition.attribute === '') return ['an attribute']
  const { takes } = operatorFacts[condition.operator]
  const wanted = takes === 'none' ? 0 : takes === 'two' ? 2 : 1
  if (condition.values.length < wanted) return [`a value for ${condition.attribute}`]
  const unread = unreadValue(condition)
  return unread === null ? [] : [`${unread} for ${condition.attribute}`]
}
