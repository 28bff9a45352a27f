import { spend } from '../../meter.ts'
import { failed } from './failed.ts'

/* Converts numbers and texts as Go's package strconv does (https://pkg.go.dev/strconv#ParseFloat). */

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const hexadecimal = /^([+-]?)0x([\da-f]*)\.?([\da-f]*)p([+-]?\d+)$/i
const infinite = /^([+-]?)inf(?:inity)?$/i

/** Whether each underscore is between digits, or after the prefix of a base. */
const areUnderscoresValid = (text: string): boolean => {
  const unsigned = text.replace(/^[+-]/, '')
  const prefix = /^0[box]/i.exec(unsigned)?.[0]
  const digit = prefix?.toLowerCase() === '0x' ? '[0-9a-f]' : '[0-9]'
  const rest = prefix === undefined ? unsigned : `0${unsigned.slice(2)}`
  return !new RegExp(`(?:^|(?!${digit}).)_|_(?:$|(?!${digit}).)`, 'i').test(rest)
}

const hexadecimalOf = ([, sign, whole = '', fraction = '', exponent]: RegExpExecArray): number | undefined => {
  if (whole === '' && fraction === '') return undefined
  const mantissa = Number(BigInt(`0x${whole}${fraction}`))
  return (sign === '-' ? -1 : 1) * mantissa * 2 ** (Number(exponent) - 4 * fraction.length)
}

/** Parses a number; undefined if the text is not one. A number that is too large is infinite. */
export const parseFloat64 = (text: string): number | undefined => {
  spend(text.length / 4)
  if (/^nan$/i.test(text)) return Number.NaN
  const unlimited = infinite.exec(text)
  if (unlimited !== null) return unlimited[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  if (text.includes('_') && !areUnderscoresValid(text)) return undefined
  const digits = text.replaceAll('_', '')
  if (decimal.test(digits)) return Number(digits)
  const hexed = hexadecimal.exec(digits)
  return hexed === null ? undefined : hexadecimalOf(hexed)
}

/** Converts a value for arithmetic: a text that is not a number is 0; other types fail. */
export const arithmeticNumber = (value: unknown): number => {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return parseFloat64(value) ?? 0
  throw failed
}

/** Converts a value for comparisons. Blank texts and null are 0; other texts, lists and objects equal no number. */
export const comparedNumber = (value: unknown): number => {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === null) return 0
  if (typeof value !== 'string') return Number.NaN
  if (trimSpace(value) === '') return 0
  const number = parseFloat64(value)
  // A number that is too large is an error in Go, unless it is written as infinity.
  return number === undefined || (Math.abs(number) === Number.POSITIVE_INFINITY && !infinite.test(value))
    ? Number.NaN
    : number
}

const spaces = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const leading = new RegExp(`^${spaces}+`)

/** Trims white space as Unicode defines it. */
export const trimSpace = (text: string): string => {
  const rest = text.replace(leading, '')
  let end = rest.length
  while (end > 0 && leading.test(rest.charAt(end - 1))) end -= 1
  return rest.slice(0, end)
}

/** Formats a number without an exponent, with as many digits as needed. */
export const formatNumber = (value: number): string => {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  const [mantissa = '', exponent] = String(Math.abs(value)).split('e')
  if (exponent === undefined) return sign + mantissa
  const [whole = '', fraction = ''] = mantissa.split('.')
  const shift = Number(exponent)
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
  return `${sign}${whole}${fraction.padEnd(shift, '0')}`
}

/** The lowest 64-bit integer: the result of converting a number that is out of range, on common processors. */
const lowest = -(2 ** 63)

/** Truncates towards zero, like a Go conversion. */
export const integerOf = (value: number): number =>
  Number.isNaN(value) || Math.abs(value) >= 2 ** 63 ? lowest : Math.trunc(value)
