import { compileCondition, type Scope } from '../../../shared/engine/condition.ts'
import { everyFamily } from '../../../shared/engine/operators/every-family.ts'
import type { TrackedDefinition, TrackedProperty } from '../../../shared/features/usage/schemas/tracked.ts'
import type { Condition, Leaf } from '../../../shared/schemas/condition.ts'

/** Numbers over one edge and under another, both left out; where there is none it is open. */
export type Between = { readonly over: number | null; readonly under: number | null }

/** What a row is asked for, in a form that every store's language has. */
export type RowTest =
  | boolean
  | { readonly all: readonly RowTest[] }
  | { readonly any: readonly RowTest[] }
  | { readonly not: RowTest }
  /** The row’s value, or a property that is a number, is there and is one of these or lies between two of them. */
  | { readonly number: 'value' | { readonly property: string }; readonly among: readonly (number | Between)[] }
  /** A property is there and is one of these texts or booleans. */
  | { readonly property: string; readonly oneOf: readonly (string | boolean)[] }

/** Events know no segment, flag or slice: a metric with such a condition is refused before. */
const scope: Scope = {
  salt: '',
  families: everyFamily,
  segment: () => () => false,
  flag: () => () => false,
  timed: () => undefined,
}

/**
 * A condition on events of one kind, true or false for every row as the engine says: each test is asked of the engine
 * itself, for every text that a property is declared to be, and for a number at and between all that it is compared with. What
 * was kept under another declaration and doesn't fit this one counts as not there.
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

/** What the engine says of a value; undefined is none. */
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

/** Where a test of numbers begins or ends to hold: it is the same everywhere between two of these. */
const numberTest = (
  number: 'value' | { readonly property: string },
  leaf: Leaf,
  holds: (value: unknown) => boolean,
): RowTest => {
  const edges = [...new Set(leaf.values.filter((value) => typeof value === 'number'))].toSorted((a, b) => a - b)
  const absent = holds(undefined)
  const among: (number | Between)[] = []
  const take = (value: number, part: number | Between) => {
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
