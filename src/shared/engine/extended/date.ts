import type { DateProfile } from '../../schemas/extended-test.ts'
import { parseInstant } from '../operators/instant.ts'
import { catchContextErrors } from './catch-context-errors.ts'
import { numberReader } from './number.ts'

const relative = /^-?(\d+)([hdwmy])$/

/** Parses a value with JavaScript's `Date`. */
const byDate = (value: unknown): number | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof Date)) return undefined
  const instant = catchContextErrors(() => new Date(value).getTime())
  return Number.isNaN(instant) ? undefined : instant
}

/** Like `byDate`, and also accepts lists, as the text that JavaScript makes of them. */
const byDateOfAny = (value: unknown): number | undefined =>
  byDate(Array.isArray(value) ? catchContextErrors(() => String(value)) : value)

/** How a date must start. JavaScript's `Date` decides about the rest. */
const strictDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[-+]\d\d(?::\d\d)?)/

const byStrictDate = (value: unknown): number | undefined =>
  typeof value === 'number' || (typeof value === 'string' && strictDate.test(value)) ? asDate(value) : undefined

const asDate = (value: string | number): number | undefined => {
  const instant = typeof value === 'number' ? value : Date.parse(value)
  return Number.isNaN(instant) ? undefined : instant
}

/** Goes back by months and years: to the same day, or to the last day of a shorter month. */
const monthsBack = (then: Date, count: number): void => {
  const [year, month] = [then.getUTCFullYear(), then.getUTCMonth()]
  let day = then.getUTCDate()
  for (let step = 1; step <= count && day > 28; step += 1) {
    day = Math.min(day, new Date(Date.UTC(year, month - step + 1, 0)).getUTCDate())
  }
  then.setUTCFullYear(year, month - count, day)
}

const yearsBack = (then: Date, count: number): void => {
  const leapDay = count > 0 && then.getUTCMonth() === 1 && then.getUTCDate() === 29
  then.setUTCFullYear(then.getUTCFullYear() - count, then.getUTCMonth(), leapDay ? 28 : then.getUTCDate())
}

const ago = (count: number, unit: string, nowMs: number): number => {
  const then = new Date(nowMs)
  if (unit === 'h') then.setUTCHours(then.getUTCHours() - count)
  if (unit === 'd') then.setUTCDate(then.getUTCDate() - count)
  if (unit === 'w') then.setUTCDate(then.getUTCDate() - count * 7)
  if (unit === 'm') monthsBack(then, count)
  if (unit === 'y') yearsBack(then, count)
  return then.getTime()
}

const naive = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2})(\.\d+)?)?)?$/

/** Parses ISO 8601. UTC if there is no zone. */
const byIso = (text: string): number | undefined => {
  const parts = naive.exec(text)
  if (parts === null) return parseInstant(text)
  const padded = (at: number) => (parts[at] ?? '0').padStart(2, '0')
  return parseInstant(`${parts[1]}-${padded(2)}-${padded(3)}T${padded(4)}:${padded(5)}:${padded(6)}${parts[7] ?? ''}Z`)
}

const byDateOrEpoch = (value: unknown): number | undefined => {
  if (value instanceof Date) return byDate(value)
  const named = typeof value === 'string' ? byDate(value) : undefined
  if (named !== undefined) return named
  const number = catchContextErrors(() => Number(value)) ?? Number.NaN
  return byDate(number < 1e10 ? number * 1000 : number)
}

const seconds = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

const byUnixOrIso = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value * 1000
  if (typeof value !== 'string') return undefined
  return seconds.test(value) ? Number(value) * 1000 : byIso(value)
}

const byRelative = (value: unknown, nowMs: number): number | undefined => {
  const parts = typeof value === 'string' ? relative.exec(value) : null
  return parts === null || Number(parts[1]) >= 10_000 ? undefined : ago(Number(parts[1]), parts[2] ?? '', nowMs)
}

const commaNumber = numberReader('comma')

/**
 * Parsers by profile: an instant in epoch ms, or undefined. The profiles are documented at the schema of `DateProfile`.
 */
const readers: Readonly<Record<DateProfile, (value: unknown, nowMs: number) => number | undefined>> = {
  js: byDateOfAny,
  'js-scalar': byDate,
  'js|epoch': byDateOrEpoch,
  'rfc3339|epoch-ms': (value) => (value instanceof Date ? undefined : byStrictDate(value)),
  'unix-seconds': (value) => {
    if (value instanceof Date) return byDate(value)
    const seconds = commaNumber(value)
    return seconds === undefined ? undefined : seconds * 1000
  },
  relative: (value, nowMs) => byRelative(value, nowMs) ?? byDate(value),
  'unix-seconds|iso': byUnixOrIso,
  'relative|iso': (value, nowMs) =>
    typeof value === 'string' ? (byRelative(value, nowMs) ?? byIso(value)) : undefined,
}

export const dateReader = (profile: DateProfile): ((value: unknown, nowMs: number) => number | undefined) =>
  readers[profile]
