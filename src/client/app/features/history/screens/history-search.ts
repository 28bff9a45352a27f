import { searchNumber, searchText } from '../../../components/search-text.ts'

/** How far back the picture of a project's history goes. */
export const historyRanges = ['day', 'week', 'month'] as const
export type HistoryRange = (typeof historyRanges)[number]

/**
 * What a link to a history carries: the environment, a revision, the one it is compared with, where the list begins; of a
 * project's also the environment of the revision, the flag that it is narrowed to, how far back, and the page.
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
