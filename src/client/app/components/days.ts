import { searchText } from './search-text.ts'

/** Days in the reader's zone, `2026-11-20`; both are included. */
export type Days = { from?: string | undefined; to?: string | undefined }

/** A search parameter as a day, or nothing when the address holds something else there. */
export const searchDay = (value: unknown): string | undefined => {
  const text = searchText(value)
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

/** A search parameter as the number of an event to go on from. */
export const searchNumber = (value: unknown): number | undefined => {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

/** The instants of days in the reader's zone: `from` is the first of its day, `until` the first after `to`. */
export const instantsOf = ({ from, to }: Days): { from?: string; until?: string } => {
  const midnight = (text: string, days: number) => {
    const [year = 0, month = 1, date = 1] = text.split('-').map(Number)
    return new Date(year, month - 1, date + days).toISOString()
  }
  return { ...(from && { from: midnight(from, 0) }), ...(to && { until: midnight(to, 1) }) }
}
