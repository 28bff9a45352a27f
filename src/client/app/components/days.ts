import { searchText } from './search-text.ts'

/** Days in the browser’s time zone, `2026-11-20`, both inclusive. */
export type Days = { from?: string | undefined; to?: string | undefined }

/** Parses a day from the search parameters. Undefined if it is invalid. */
export const searchDay = (value: unknown): string | undefined => {
  const text = searchText(value)
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

/** Parses the cursor of a list of events. */
export const searchNumber = (value: unknown): number | undefined => {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

/**
 * Converts days in the browser’s time zone to instants. `from` is the start of its day, `until` the end of `to`,
 * exclusive.
 */
export const instantsOf = ({ from, to }: Days): { from?: string; until?: string } => {
  const midnight = (text: string, days: number) => {
    const [year = 0, month = 1, date = 1] = text.split('-').map(Number)
    return new Date(year, month - 1, date + days).toISOString()
  }
  return { ...(from && { from: midnight(from, 0) }), ...(to && { until: midnight(to, 1) }) }
}
