import type { Activity } from '../../../../../shared/features/audit/schemas/audit.ts'
import { readerLocale } from '../../../../../shared/text/time/reader-locale.ts'

const words = new Intl.DateTimeFormat(readerLocale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** Groups events by day in the browser’s time zone, in the given order. */
export const byDay = (events: readonly Activity[]): { day: string; events: Activity[] }[] => {
  const days: { day: string; events: Activity[] }[] = []
  for (const event of events) {
    const day = words.format(new Date(event.at))
    const last = days.at(-1)
    if (last?.day === day) last.events.push(event)
    else days.push({ day, events: [event] })
  }
  return days
}
