import { searchNumber, searchText } from '../../../components/search-text.ts'

export const historyRanges = ['day', 'week', 'month'] as const
export type HistoryRange = (typeof historyRanges)[number]

/**
 * Search parameters of history pages: environment, revision, the revision to compare with, and the cursor. For a
 * project, also the environment of the revision, the flag filter, the range and the page.
 */
export type HistorySearch = {
  env?: string | undefined
  v?: number | undefined
  vs?: number | undefined
  before?: number | undefined
  of?: string | undefined
  flag?: string | undefined
  range?: Exclude<HistoryRange, 'week'> | undefined
  page?: string | undefined
}

export const historySearch = (search: Record<string, unknown>): HistorySearch => {
  const range = searchText(search['range'])
  return {
    env: searchText(search['env']),
    v: searchNumber(search['v']),
    vs: searchNumber(search['vs']),
    before: searchNumber(search['before']),
    of: searchText(search['of']),
    flag: searchText(search['flag']),
    range: range === 'day' || range === 'month' ? range : undefined,
    page: searchText(search['page']),
  }
}
