import type { ChangeSummary } from '../../../../../shared/features/changes/schemas/change.ts'

/** A day with its scheduled changes, earliest first. */
export type CalendarDay = { date: Date; changes: ChangeSummary[] }

/**
 * The weeks of a date’s month, Monday to Sunday, in the browser’s time zone. The first and last may include days of
 * adjacent months.
 */
export const calendarWeeks = (of: Date, changes: readonly ChangeSummary[]): CalendarDay[][] => {
  const first = new Date(of.getFullYear(), of.getMonth(), 1)
  const lead = (first.getDay() + 6) % 7
  const days = new Date(of.getFullYear(), of.getMonth() + 1, 0).getDate()
  const weeks = Math.ceil((lead + days) / 7)
  const sorted = changes
    .filter(({ schedule }) => schedule !== null)
    .toSorted((a, b) => Date.parse(a.schedule?.at ?? '') - Date.parse(b.schedule?.at ?? ''))
  const on = (date: Date) =>
    sorted.filter(({ schedule }) => new Date(schedule?.at ?? 0).toDateString() === date.toDateString())
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => {
      const date = new Date(of.getFullYear(), of.getMonth(), 1 - lead + week * 7 + day)
      return { date, changes: on(date) }
    }),
  )
}
