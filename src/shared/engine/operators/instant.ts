import { onlyOf, type Prepare } from './test.ts'

const grammar = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/

const daysIn = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Parses an instant in epoch ms: a finite number, an RFC 3339 text with a zone, or a `Date`. Returns undefined for
 * invalid dates, and for leap seconds, which epoch ms cannot represent.
 */
export const parseInstant = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (value instanceof Date) return parseInstant(value.getTime())
  if (typeof value !== 'string' || value.length > 64) return undefined
  const parts = grammar.exec(value)
  if (parts === null) return undefined
  const at = (index: number) => Number(parts[index] ?? 0)
  const [year, month, day, hour, minute, second] = [at(1), at(2), at(3), at(4), at(5), at(6)]
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0
  if (day < 1 || day > (daysIn[month - 1] ?? 0) + leap || hour > 23 || minute > 59 || second > 59) return undefined
  if (at(9) > 23 || at(10) > 59) return undefined
  // `Date.UTC` maps years 0 to 99 to 1900 to 1999, so the year is shifted by 400.
  const local = Date.UTC(year + 400, month - 1, day, hour, minute, second) - 12_622_780_800_000
  const offset = (at(9) * 60 + at(10)) * 60_000 * (parts[8] === '-' ? -1 : 1)
  return local + at(7) * 1000 - offset
}

const units: Readonly<Record<string, number>> = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 }
const isoDuration = /^P(?=[\dT])(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/
const shortDuration = /^(\d+)([wdhms])$/

/**
 * Parses a duration to ms: ISO 8601 with weeks, days, hours, minutes and seconds (`P1DT2H`), or short (`30d`, `12h`,
 * `15m`).
 */
export const parseDuration = (value: unknown): number | undefined => {
  if (typeof value !== 'string') return undefined
  const short = shortDuration.exec(value)
  if (short !== null) return Number(short[1]) * (units[short[2] ?? ''] ?? 0)
  const iso = isoDuration.exec(value)
  if (iso === null) return undefined
  return ['w', 'd', 'h', 'm', 's'].reduce((sum, unit, at) => sum + Number(iso[at + 1] ?? 0) * (units[unit] ?? 0), 0)
}

const against =
  (holds: (instant: number, limit: number) => boolean): Prepare =>
  (leaf) => {
    const limit = onlyOf(leaf, parseInstant, 'instant: RFC 3339 with its zone, or epoch ms')
    return (value) => {
      const instant = parseInstant(value)
      return instant !== undefined && holds(instant, limit)
    }
  }

const againstNow =
  (holds: (instant: number, limit: number) => boolean): Prepare =>
  (leaf) => {
    const duration = onlyOf(leaf, parseDuration, 'duration, such as P1DT2H, 30d or 12h')
    return (value, nowMs) => {
      const instant = parseInstant(value)
      return instant !== undefined && holds(instant, nowMs - duration)
    }
  }

export const before = against((instant, limit) => instant < limit)
export const after = against((instant, limit) => instant > limit)
/** Matches instants longer ago than the duration. */
export const olderThan = againstNow((instant, limit) => instant < limit)
/** Matches instants less long ago than the duration, or in the future. */
export const newerThan = againstNow((instant, limit) => instant > limit)
