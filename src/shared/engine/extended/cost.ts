import { build, patternsCost, spend } from '../meter.ts'
import { isList } from '../operators/list.ts'
import type { Op, TestOf } from './test.ts'
import { textOf } from './text.ts'

/** Maximum nesting of values, more than JSON parsers accept. A deeper value makes its flag too expensive. */
const deepest = 1_000

/**
 * Returns the approximate length of a value as text, spending steps for each of its parts. A circular value exhausts
 * the budget. An oversized list does not count as a list.
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

/** Returns the entries of a plain object. Other objects count as empty. */
const jsonOf = (value: object): readonly unknown[] => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null ? Object.entries(value) : []
}

/** Tests that store their values in a set. */
const sets: ReadonlySet<Op> = new Set<Op>(['in.strict', 'in.text', 'ph.exact', 'arr.text', 'present', 'type.is'])

/** Returns the cost of a test by the size of the value: usually a comparison for each of its values. */
export const costOfTest = (test: TestOf<Op>): ((size: number) => number) => {
  const values = 'values' in test ? test.values.length : 1
  if (test.op === 'text.regex') {
    const cost = patternsCost(test.values)
    return (size) => 1 + size * cost
  }
  // A digest takes microseconds, and each element needs its own.
  if (test.op === 'hash.text') return (size) => (test.rel === 'eq' ? 1 : values) * (300 + size * 8)
  if (test.op === 'arr.text' && test.salt !== undefined) return (size) => 4 + size * 150
  if (test.op === 'in.fold') return (size) => 1 + (test.all === true ? values / 4 : 0) + size / 4
  if (sets.has(test.op)) return (size) => 1 + size / 16
  return (size) => 1 + values / 4 + (size * values) / 64
}

/**
 * Converts an expression's result to text. The cost is spent first, because a list may contain another one many times.
 */
export const expressionText = (value: unknown): string => {
  if (typeof value === 'object' && value !== null) {
    const size = sizeOf(value)
    spend(size)
    build(size * 2)
  }
  return textOf(value)
}
