import { build, spend } from '../../meter.ts'
import { isList } from '../../operators/list.ts'
import { byCodePoint } from '../text.ts'
import { failed } from './failed.ts'
import { comparedNumber, formatNumber } from './number.ts'

/** The integer 0, which the vendor's functions return for a value of unknown type. */
export const integerZero: unique symbol = Symbol('0')

/** A JSON value, or `integerZero`. */
export type Value = null | boolean | number | string | readonly Value[] | Members | typeof integerZero
export type Members = { readonly [name: string]: Value }

/** Maximum nesting of values in a context. */
const deepest = 500

/** Converts a value of a context to JSON. */
export const jsonOf = (value: unknown, depth = 0): Value => {
  spend(1)
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return null
  if (depth > deepest) throw failed
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (Array.isArray(value)) {
    if (!isList(value)) return []
    build(value.length * 8)
    return value.map((one: unknown) => jsonOf(one, depth + 1))
  }
  const entries: [string, unknown][] = Object.entries(value)
  build(entries.length * 16)
  return Object.fromEntries(entries.map(([name, inner]) => [name, jsonOf(inner, depth + 1)]))
}

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const isValues = (value: Value): value is readonly Value[] => Array.isArray(value)
export const isPrimitive = (value: Value): boolean =>
  typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number'

export const listOrFail = (value: Value): readonly Value[] => {
  if (!isValues(value)) throw failed
  return value
}

export const at = (list: readonly Value[], index: number): Value => {
  const value = list[index]
  if (value === undefined) throw failed
  return value
}

/** Whether a value counts as true. NaN does; empty lists and objects do not. */
export const isTrue = (value: Value): boolean => {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0
  if (typeof value === 'string') return value !== ''
  if (typeof value !== 'object' || value === null) return false
  return isValues(value) ? value.length > 0 : Object.keys(value).length > 0
}

export const isEqual = (a: Value, b: Value): boolean => {
  if (a === null || b === null) return a === b
  if (typeof a === 'string' && typeof b === 'string') return a === b
  return comparedNumber(a) === comparedNumber(b)
}

const kindOf = (value: Value): string => (isValues(value) ? 'list' : typeof value)

export const isStrictlyEqual = (a: Value, b: Value): boolean => {
  if (a === null || b === null) return a === b
  return kindOf(a) === kindOf(b) && typeof a !== 'symbol' && isEqual(a, b)
}

export const isLess = (a: Value, b: Value): boolean => {
  if (typeof a === 'string' && typeof b === 'string') {
    spend(Math.min(a.length, b.length) / 4)
    return byCodePoint(a, b) < 0
  }
  return comparedNumber(a) < comparedNumber(b)
}

/** Compares two values as Go does. Fails for two lists, or two objects. */
export const isSame = (a: Value, b: Value): boolean => {
  if (typeof a === 'object' && a !== null && typeof b === 'object' && b !== null && kindOf(a) === kindOf(b))
    throw failed
  return a === b
}

/** Converts a number, a text or null to text. Fails for other types. */
export const textOrFail = (value: Value): string => {
  if (typeof value === 'number') return formatNumber(value)
  if (value === null) return ''
  if (typeof value !== 'string') throw failed
  return value
}
