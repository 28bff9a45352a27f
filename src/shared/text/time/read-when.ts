import { instantIn, localIn } from './when.ts'

/** A parsed time: the instant, and whether a clock change skips the typed time. Or what was expected instead. */
export type ReadWhen = { at: string; skipped: boolean } | { expected: string }

const expected = 'a time, such as “mon 9am”, “tomorrow 14:30”, “in 3 days” or “2026-11-23 09:00”'

const dayMs = 86_400_000
const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: dayMs, w: 7 * dayMs }
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The time of day if only a day is given. */
const morning = '09:00'

/** Parses `9am`, `9:30 pm`, `14:30` or `at 9` into `HH:MM`. Null if it is not a time of day. */
const readClock = (text: string): string | null => {
  const [, typedHour, minutes = '00', half] = /^(?:at )?(\d{1,2})(?::(\d{2}))? ?(am|pm)?$/.exec(text) ?? []
  if (typedHour === undefined) return null
  const typed = Number(typedHour)
  if (half !== undefined && (typed < 1 || typed > 12)) return null
  const hour = half === undefined ? typed : (typed % 12) + (half === 'pm' ? 12 : 0)
  return hour > 23 || Number(minutes) > 59 ? null : `${String(hour).padStart(2, '0')}:${minutes}`
}

/** Adds days to a calendar day, both as `YYYY-MM-DD`. Returns an empty string if the day does not exist. */
const after = (day: string, count: number): string => {
  const from = Date.parse(`${day}T00:00Z`)
  return Number.isNaN(from) ? '' : new Date(from + count * dayMs).toISOString().slice(0, 10)
}

const readDayOfMonth = (text: string, today: string): [day: string, rest: string] | null => {
  const [, number = '', name = '', year, rest = ''] =
    /^(\d{1,2}) ([a-z]{3})[a-z]*(?: (\d{4}))?(?: (.+))?$/.exec(text) ?? []
  const month = months.indexOf(name)
  if (month < 0) return null
  const inYear = (of: number) => `${of}-${String(month + 1).padStart(2, '0')}-${number.padStart(2, '0')}`
  const thisYear = Number(today.slice(0, 4))
  const day = inYear(year === undefined ? thisYear : Number(year))
  return [year === undefined && day < today ? inYear(thisYear + 1) : day, rest]
}

/** Parses the day at the start of the text, relative to today, and returns the remaining text. */
const readDay = (text: string, today: string): [day: string, rest: string] | null => {
  const [, word = '', rest = ''] = /^(?:on |next )?([a-z]+)(?: (.+))?$/.exec(text) ?? []
  if (word === 'today') return [today, rest]
  if (word === 'tomorrow') return [after(today, 1), rest]
  const wanted = word.length < 3 ? -1 : days.findIndex((name) => word.startsWith(name))
  if (wanted >= 0) return [after(today, (wanted - new Date(`${today}T00:00Z`).getUTCDay() + 7) % 7), rest]
  const [, date, time = ''] = /^(\d{4}-\d{2}-\d{2})(?:[t ]+(.+))?$/.exec(text) ?? []
  return date === undefined ? readDayOfMonth(text, today) : [date, time]
}

/**
 * Parses a time typed by a user, in a time zone: `mon 9am`, `tomorrow 14:30`, `in 3 days`, `9am`, `23 nov 17:00`,
 * `2026-11-23 09:00`, or an ISO instant. A weekday or a time alone is the next one. A day alone means 09:00. If a clock
 * change skips the time, `skipped` is true and the instant is one hour later.
 */
export const readWhen = (typed: string, nowMs: number, zone: string): ReadWhen => {
  const text = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (/^\d{4}-\d{2}-\d{2}t[\d:.]+(z|[+-]\d{2}:\d{2})$/.test(text)) {
    const epochMs = Date.parse(text.toUpperCase())
    return Number.isNaN(epochMs) ? { expected } : { at: new Date(epochMs).toISOString(), skipped: false }
  }
  const [, count, unit = ''] = /^in (\d{1,4}) ?(m|h|d|w)[a-z]*$/.exec(text) ?? []
  const step = unitMs[unit]
  if (count !== undefined && step !== undefined) {
    return { at: new Date(nowMs + Number(count) * step).toISOString(), skipped: false }
  }
  if (text === '') return { expected }
  const now = localIn(new Date(nowMs).toISOString(), zone)
  const today = now.slice(0, 10)
  const [day, rest] = readDay(text, today) ?? [today, text]
  if (after(day, 0) !== day) return { expected }
  const clock = rest === '' ? morning : readClock(rest)
  if (clock === null) return { expected }
  const named = day !== today || text.startsWith('today')
  const weekday = /^(?:on |next )?(sun|mon|tue|wed|thu|fri|sat)/.test(text)
  const local = `${named || `${day}T${clock}` > now ? day : after(day, weekday ? 7 : 1)}T${clock}`
  const at = instantIn(local, zone)
  return at === null ? { expected } : { at, skipped: localIn(at, zone) !== local }
}
