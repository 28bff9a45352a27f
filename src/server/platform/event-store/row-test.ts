import { compileCondition, type Scope } from '../../../shared/engine/condition.ts'
import { everyFamily } from '../../../shared/engine/operators/every-family.ts'
import type { TrackedDefinition, TrackedProperty } from '../../../shared/features/usage/schemas/tracked.ts'
import type { Condition, Leaf } from '../../../shared/schemas/condition.ts'

/** Numbers strictly between two bounds. Null means unbounded. */
export type NumberBounds = { readonly over: number | null; readonly under: number | null }

/** A test on a row, in a form that can be translated to every store's query language. */
export type RowTest =
  | boolean
  | { readonly all: readonly RowTest[] }
  | { readonly any: readonly RowTest[] }
  | { readonly not: RowTest }
  /** The row's value, or a numeric property, exists and equals one of these or lies in one of the intervals. */
  | { readonly number: 'value' | { readonly property: string }; readonly among: readonly (number | NumberBounds)[] }
  /** A property exists and equals one of these strings or booleans. */
  | { readonly property: string; readonly oneOf: readonly (string | boolean)[] }

/** Events have no segments, flags or slices: metrics with such conditions are rejected earlier. */
const scope: Scope = {
  salt: '',
  families: everyFamily,
  segment: () => () => false,
  flag: () => () => false,
  timed: () => undefined,
}

/**
 * Compiles a condition on one event type to a test that gives the same result as the engine for every row. Each leaf is
 * evaluated by the engine itself: for every declared string value of a property, and for numbers at and between all
 * values it compares with. A stored value that does not fit the current declaration counts as absent.
 */
export const rowTest = (condition: Condition, properties: TrackedDefinition['properties']): RowTest => {
  if (condition === true) return true
  const inner = (one: Condition) => rowTest(one, properties)
  if ('all' in condition) return { all: condition.all.map(inner) }
  if ('any' in condition) return { any: condition.any.map(inner) }
  if ('not' in condition) return { not: inner(condition.not) }
  if (!('operator' in condition)) return false
  const { attribute } = condition
  const holds = testOf(condition)
  if (attribute === 'value') return numberTest('value', condition, holds)
  const declared = Object.hasOwn(properties, attribute) ? properties[attribute] : undefined
  return declared === undefined ? holds(undefined) : propertyTest(declared, condition, holds)
}

/** The engine's result for a value. Undefined means absent. */
const testOf = (leaf: Leaf): ((value: unknown) => boolean) => {
  const holds = compileCondition({ ...leaf, attribute: 'value' }, scope)
  return (value) => holds(value === undefined ? {} : { value: value as string }, 0)
}

const propertyTest = (declared: TrackedProperty, leaf: Leaf, holds: (value: unknown) => boolean): RowTest => {
  const property = leaf.attribute
  if (declared === 'number') return numberTest({ property }, leaf, holds)
  const values: readonly (string | boolean)[] = declared === 'boolean' ? [true, false] : declared
  const absent = holds(undefined)
  const differing = values.filter((value) => holds(value) !== absent)
  const isOneOf: RowTest = differing.length === 0 ? false : { property, oneOf: differing }
  return absent ? { not: isOneOf } : isOneOf
}

/** Finds the bounds at which a numeric test changes its result. Between two of them it is constant. */
const numberTest = (
  number: 'value' | { readonly property: string },
  leaf: Leaf,
  holds: (value: unknown) => boolean,
): RowTest => {
  const edges = [...new Set(leaf.values.filter((value) => typeof value === 'number'))].toSorted((a, b) => a - b)
  const absent = holds(undefined)
  const among: (number | NumberBounds)[] = []
  const take = (value: number, part: number | NumberBounds) => {
    if (holds(value) !== absent) among.push(part)
  }
  for (const [at, edge] of edges.entries()) {
    const before = edges[at - 1] ?? null
    const low = before ?? -Number.MAX_VALUE
    const between = low / 2 + edge / 2
    if (before === null ? edge > low : low < between && between < edge)
      take(before === null ? -Number.MAX_VALUE : between, { over: before, under: edge })
    take(edge, edge)
  }
  const last = edges.at(-1)
  if (last === undefined) take(0, { over: null, under: null })
  else if (last < Number.MAX_VALUE) take(Number.MAX_VALUE, { over: last, under: null })
  const differs: RowTest = among.length === 0 ? false : { number, among }
  return absent ? { not: differs } : differs
}
