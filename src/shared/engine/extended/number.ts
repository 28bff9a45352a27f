import type { NumberProfile, Relation } from '../../schemas/extended-test.ts'
import { catchContextErrors } from './catch-context-errors.ts'

const special = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['+Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
])
const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i

const notNaN = (number: number | undefined): number | undefined => (Number.isNaN(number) ? undefined : number)

/**
 * Parsers by profile; undefined if the value is not a number. The profiles are documented at the schema of
 * `NumberProfile`.
 */
const readers: Readonly<Record<NumberProfile, (value: unknown) => number | undefined>> = {
  none: (value) => (typeof value === 'number' ? value : undefined),
  js: (value) => notNaN(catchContextErrors(() => Number(value))),
  jsText: (value) => notNaN(catchContextErrors(() => Number(String(value)))),
  float: (value) => notNaN(catchContextErrors(() => Number.parseFloat(String(value)))),
  int32: (value) => {
    const number = typeof value === 'string' && /^[+-]?\d+$/.test(value) ? Number(value) : value
    return typeof number === 'number' && Math.trunc(number) === number && Math.abs(number + 0.5) <= 2 ** 31 - 0.5
      ? number
      : undefined
  },
  comma: (value) => {
    if (typeof value !== 'string') return typeof value === 'number' ? value : undefined
    const text = value.replace(',', '.')
    return special.get(text.trim()) ?? (decimal.test(text) ? Number(text) : undefined)
  },
}

export const numberReader = (profile: NumberProfile): ((value: unknown) => number | undefined) => readers[profile]

/** Relations on an order: negative, zero or positive. NaN has no order, so only `ne` matches it. */
const relations: Readonly<Record<Relation, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
}

export const relation = (rel: Relation): ((order: number) => boolean) => relations[rel]

/** Compares two numbers, or two texts by code unit. Infinities equal themselves. */
export const orderOf = <T extends number | string>(a: T, b: T): number => {
  if (a === b) return 0
  if (a < b) return -1
  return a > b ? 1 : Number.NaN
}
