import { build, patternsCost, spend } from '../meter.ts'
import { isList } from '../operators/list.ts'
import type { Op, TestOf } from './test.ts'
import { textOf } from './text.ts'

/** Values nest no deeper than any that could be read as JSON; what does makes its flag too expensive. */
const deepest = 1_000

/**
 * How large a value is, about as many characters as its text has, found in as many steps as it has parts. What leads
 * back to itself takes more than there is; a list that only claims to be long is none.
 */
export const sizeOf = (value: unknown, depth = 0): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && !isList(value))) return 4
  if (depth > deepest) spend(Number.POSITIVE_INFINITY)
  const parts: readonly unknown[] = Array.isArray(value) ? value : jsonOf(value)
  spend(parts.length / 2)
  let size = 2
  for (const part of parts) size += 1 + sizeOf(part, depth + 1)
  return size
}

/** The names and values of an object that is nothing but names and values; others are as large as they are. */
const jsonOf = (value: object): readonly unknown[] => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null ? Object.entries(value) : []
}

/** Tests that hold their values in a set. */
const sets: ReadonlySet<Op> = new Set<Op>(['in.strict', 'in.text', 'ph.exact', 'arr.text', 'present', 'type.is'])

/** What asking a test takes, by the size of the value: a look at it, for each value it is compared with. */
export const costOfTest = (test: TestOf<Op>): ((size: number) => number) => {
  const values = 'values' in test ? test.values.length : 1
  if (test.op === 'text.regex') {
    const cost = patternsCost(test.values)
    return (size) => 1 + size * cost
  }
  // A digest takes microseconds, and each element has its own.
  if (test.op === 'hash.text') return (size) => (test.rel === 'eq' ? 1 : values) * (300 + size * 8)
  if (test.op === 'arr.text' && test.salt !== undefined) return (size) => 4 + size * 150
  if (test.op === 'in.fold') return (size) => 1 + (test.all === true ? values / 4 : 0) + size / 4
  if (sets.has(test.op)) return (size) => 1 + size / 16
  return (size) => 1 + values / 4 + (size * values) / 64
}

/** The text of what an expression gave, paid for before it is made: a list may hold another many times over. */
export const expressionText = (value: unknown): string => {
  if (typeof value === 'object' && value !== null) {
    const size = sizeOf(value)
    spend(size)
    build(size * 2)
  }
  return textOf(value)
}
