import { utf8 } from '../../../../engine/bucketing/utf8.ts'
import { compareSemVer, parseSemVer } from '../../../importing/semver.ts'
import type { Operator, Query, Value } from '../query.ts'

/*
 * Evaluates a query like github.com/nikunjy/rules 1.5, written from its source. Trap: if the parent of a nested
 * attribute is missing, the value of the previous read is used.
 */

/** Thrown if an operation makes the whole query false. */
class Failed extends Error {
  override readonly name = 'Failed'
}

type Item = Readonly<Record<string, unknown>>
type State = { left: unknown }

const isMap = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value)

const read = (item: Item, path: readonly string[], state: State): void => {
  let at: unknown = item
  for (const [i, name] of path.entries()) {
    if (at === null || at === undefined) return
    if (!isMap(at)) throw new Failed()
    at = Object.hasOwn(at, name) ? at[name] : undefined
    if (i === path.length - 1) state.left = at
  }
}

const ordered = (operator: Operator, order: number): boolean => {
  switch (operator) {
    case 'eq':
      return order === 0
    case 'ne':
      return order !== 0
    case 'gt':
      return order > 0
    case 'lt':
      return order < 0
    case 'ge':
      return order >= 0
    case 'le':
      return order <= 0
    default:
      throw new Failed()
  }
}

export const compareBytes = (left: string, right: string): number => {
  const [a, b] = [utf8(left), utf8(right)]
  const at = a.findIndex((byte, i) => byte !== b[i])
  return at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1)
}

const ofTexts = (operator: Operator, left: string, right: string): boolean => {
  if (operator === 'co') return left.includes(right)
  if (operator === 'sw') return left.startsWith(right)
  if (operator === 'ew') return left.endsWith(right)
  return ordered(operator, compareBytes(left, right))
}

const compare = (operator: Operator, left: unknown, value: Value, nested: boolean): boolean => {
  switch (value.kind) {
    case 'null':
      if (operator !== 'eq' && operator !== 'ne') throw new Failed()
      return (left === null || left === undefined) === (operator === 'eq')
    case 'boolean':
      if (operator !== 'eq' && operator !== 'ne') throw new Failed()
      return typeof left === 'boolean' && (left === value.value) === (operator === 'eq')
    case 'texts':
      return operator === 'in' && typeof left === 'string' && value.values.includes(left)
    case 'text':
      if (operator === 'in' || typeof left !== 'string') return false
      return ofTexts(operator, left.toLowerCase(), value.value.toLowerCase())
    case 'version': {
      if (['co', 'sw', 'ew', 'in'].includes(operator)) throw new Failed()
      const [a, b] = [typeof left === 'string' ? parseSemVer(left) : null, parseSemVer(value.value)]
      return a !== null && b !== null && ordered(operator, compareSemVer(a, b))
    }
    case 'double':
    case 'integer': {
      if (['co', 'sw', 'ew'].includes(operator)) throw new Failed()
      if (typeof left !== 'number' || value.listed !== (operator === 'in')) return false
      // Only top-level numbers count as integers.
      if (operator === 'in') return value.values.includes(left) && !(nested && value.kind === 'integer')
      const number = value.kind === 'integer' ? Math.trunc(left) : left
      return ordered(operator, number - (value.values[0] ?? Number.NaN))
    }
  }
}

const holds = (query: Query, item: Item, state: State): boolean => {
  switch (query.kind) {
    case 'and':
      return holds(query.left, item, state) && holds(query.right, item, state)
    case 'or':
      return holds(query.left, item, state) || holds(query.right, item, state)
    case 'not':
      return !holds(query.query, item, state)
    case 'present':
      read(item, query.path, state)
      return state.left !== null && state.left !== undefined
    case 'compare':
      read(item, query.path, state)
      return compare(query.operator, state.left, query.value, query.path.length > 1)
  }
}

export const matches = (query: Query, item: Item): boolean => {
  try {
    return holds(query, item, { left: undefined })
  } catch (error) {
    if (error instanceof Failed) return false
    throw error
  }
}
