import type { DateProfile } from '../../schemas/wide-test.ts'
import { parseInstant } from '../operators/instant.ts'
import { numberReader } from './number.ts'
import { quietly } from './quietly.ts'

const relative = /^-?(\d{1,4})([hdwmy])$/

/** What the Date of JavaScript takes. */
const byDate = (value: unknown): number | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof Date)) return undefined
  const instant = quietly(() => new Date(value).getTime())
  return Number.isNaN(instant) ? undefined : instant
}

/** The same, and what it takes of a list: the text that JavaScript makes of it. */
const byDateOfAny = (value: unknown): number | undefined =>
  byDate(Array.isArray(value) ? quietly(() => String(value)) : value)

const ago = (count: number, unit: string, nowMs: number): number => {
  const then = new Date(nowMs)
  if (unit === 'h') then.setUTCHours(then.getUTCHours() - count)
  if (unit === 'd') then.setUTCDate(then.getUTCDate() - count)
  if (unit === 'w') then.setUTCDate(then.getUTCDate() - count * 7)
  if (unit === 'm') then.setUTCMonth(then.getUTCMonth() - count)
  if (unit === 'y') then.setUTCFullYear(then.getUTCFullYear() - count)
  return then.getTime()
}

const commaNumber = numberReader('comma')

/** An instant in epoch ms, by profile; undefined where the value is none. Each is described at the schema of `DateProfile`. */
const readers: Readonly<Record<DateProfile, (value: unknown, nowMs: number) => number | undefined>> = {
  js: byDateOfAny,
  'rfc3339|epoch-ms': (value) => (value instanceof Date ? undefined : parseInstant(value)),
  'unix-seconds': (value) => {
    if (value instanceof Date) return byDate(value)
    const seconds = commaNumber(value)
    return seconds === undefined ? undefined : seconds * 1000
  },
  relative: (value, nowMs) => {
    const parts = typeof value === 'string' ? relative.exec(value) : null
    return parts === null ? byDate(value) : ago(Number(parts[1]), parts[2] ?? '', nowMs)
  },
}

export const dateReader = (profile: DateProfile): ((value: unknown, nowMs: number) => number | undefined) =>
  readers[profile]
