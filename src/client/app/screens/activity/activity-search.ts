import { searchText } from '../../ui/search-text.ts'

/** What a link to the activity carries: who did it, what, in which environment, from one day to another, and where to go on. */
export type ActivitySearch = {
  who?: string | undefined
  what?: string | undefined
  env?: string | undefined
  /** Days in the reader's zone, `2026-11-20`; both are included. */
  from?: string | undefined
  to?: string | undefined
  before?: number | undefined
}

const day = (value: unknown): string | undefined => {
  const text = searchText(value)
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

export const activitySearch = (search: Record<string, unknown>): ActivitySearch => {
  const before = Number(search['before'])
  return {
    who: searchText(search['who']),
    what: searchText(search['what']),
    env: searchText(search['env']),
    from: day(search['from']),
    to: day(search['to']),
    before: Number.isInteger(before) && before > 0 ? before : undefined,
  }
}

/** The instants of a filter's days in the reader's zone: `from` is the first of its day, `until` the first after `to`. */
export const instantsOf = ({ from, to }: Pick<ActivitySearch, 'from' | 'to'>): { from?: string; until?: string } => {
  const midnight = (text: string, days: number) => {
    const [year = 0, month = 1, date = 1] = text.split('-').map(Number)
    return new Date(year, month - 1, date + days).toISOString()
  }
  return { ...(from && { from: midnight(from, 0) }), ...(to && { until: midnight(to, 1) }) }
}
