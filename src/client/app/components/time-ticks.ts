import { readerLocale } from '../../../shared/text/time/reader-locale.ts'

/** A name on an axis of time, and the instant that it stands at. */
export type TimeTick = { atMs: number; name: string }

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const weekdayAndDate = new Intl.DateTimeFormat(readerLocale, { weekday: 'short', day: 'numeric' })
const date = new Intl.DateTimeFormat(readerLocale, { day: 'numeric', month: 'short' })
const clock = new Intl.DateTimeFormat(readerLocale, { hour: '2-digit', minute: '2-digit' })

/** The first of a day in the reader's zone, so many days after the day of an instant. */
const midnight = (atMs: number, days: number): number => {
  const at = new Date(atMs)
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime()
}

const daysFrom = (fromMs: number, untilMs: number, every: number, name: Intl.DateTimeFormat): TimeTick[] => {
  const ticks: TimeTick[] = []
  // the last ones count: the newest day is always among them
  for (let back = 0; ; back += every) {
    const atMs = midnight(untilMs, -back)
    if (atMs < fromMs) return ticks.reverse()
    ticks.push({ atMs, name: name.format(atMs) })
  }
}

/**
 * The names along an axis of time: whole hours of a day or two, the beginning of every day of up to ten, and of some days
 * of a longer time, at most `most`. Each stands where the day or hour begins in the reader's zone, whatever the clocks do.
 */
export const timeTicks = (fromMs: number, untilMs: number, most = 8): TimeTick[] => {
  const span = untilMs - fromMs
  if (span <= 2 * dayMs) {
    const every = [1, 2, 3, 4, 6, 8, 12, 24].find((hours) => span / (hours * hourMs) <= most) ?? 24
    const ticks: TimeTick[] = []
    for (let day = 0; midnight(fromMs, day) <= untilMs; day++) {
      const at = new Date(midnight(fromMs, day))
      for (let hour = 0; hour < 24; hour += every) {
        const atMs = new Date(at.getFullYear(), at.getMonth(), at.getDate(), hour).getTime()
        if (atMs >= fromMs && atMs <= untilMs) ticks.push({ atMs, name: clock.format(atMs) })
      }
    }
    return ticks
  }
  const days = span / dayMs
  if (days <= 10) return daysFrom(fromMs, untilMs, Math.max(1, Math.ceil(days / most)), weekdayAndDate)
  return daysFrom(fromMs, untilMs, Math.ceil(days / most), date)
}
