import { searchNumber, searchText } from '../../components/search-text.ts'

/** What a link to a history carries: the environment, a revision, the one it is compared with, where the list begins. */
export type HistorySearch = {
  env?: string | undefined
  v?: number | undefined
  vs?: number | undefined
  before?: number | undefined
}

export const historySearch = (search: Record<string, unknown>): HistorySearch => ({
  env: searchText(search['env']),
  v: searchNumber(search['v']),
  vs: searchNumber(search['vs']),
  before: searchNumber(search['before']),
})
