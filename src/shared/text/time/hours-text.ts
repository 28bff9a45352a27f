import type { WorkingHours } from '../../features/ramps/schemas/ramp.ts'
import { locale } from './locale.ts'

/** The name of a day of the week; 1 is Monday. */
export const weekdayName = (day: number, style: 'short' | 'long' = 'short'): string =>
  // January 5, 1970 was a Monday.
  new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }).format(new Date((3 + day) * 86_400_000))

/** Describes working hours: `Mon–Fri, 09:00 to 17:00, Europe/Oslo`. */
export function hoursText({ days, from, to, zone }: WorkingHours): string {
  const sorted = [...new Set(days)].toSorted((a, b) => a - b)
  const [first = 1] = sorted
  const last = sorted.at(-1) ?? first
  const inOne = sorted.length > 2 && last - first === sorted.length - 1
  const named = inOne ? `${weekdayName(first)}–${weekdayName(last)}` : sorted.map((day) => weekdayName(day)).join(', ')
  return `${named}, ${from} to ${to}, ${zone}`
}
