import { readerLocale } from '../../../shared/text/time/reader-locale.ts'

export type TimeTick = { atMs: number; name: string }

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const weekdayAndDate = new Intl.DateTimeFormat(readerLocale, { weekday: 'short', day: 'numeric' })
const date = new Intl.DateTimeFormat(readerLocale, { day: 'numeric', month: 'short' })
const clock = new Intl.DateTimeFormat(readerLocale, { hour: '2-digit', minute: '2-digit' })

/** Local midnight, a number of days after an instant’s day. */
const midnight = (atMs: number, days: number): number => {
  const at = new Date(atMs)
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime()
}

const daysFrom = (fromMs: number, untilMs: number, every: number, name: Intl.DateTimeFormat): TimeTick[] => {
  const ticks: TimeTick[] = []
  // Counts back from the end, so that the newest day is always labeled.
  for (let back = 0; ; back += every) {
    const atMs = midnight(untilMs, -back)
    if (atMs < fromMs) return ticks.reverse()
    ticks.push({ atMs, name: name.format(atMs) })
  }
}

/**
 * Labels of a time axis, at most `most`: hours for up to two days, every day for up to ten, and some of the days for
 * longer ranges. Each is at the local start of its day or hour, also across daylight saving changes.
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
