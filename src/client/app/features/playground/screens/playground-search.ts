import { searchText } from '../../../components/search-text.ts'

/** What a link to the playground carries: the environment, who is asked about, the moment, the flag that stands open, and what stands beside. */
export type PlaygroundSearch = {
  env?: string | undefined
  who?: string | undefined
  at?: string | undefined
  flag?: string | undefined
  columns?: string | undefined
}

export const playgroundSearch = (search: Record<string, unknown>): PlaygroundSearch => ({
  env: searchText(search['env']),
  who: searchText(search['who']),
  at: searchText(search['at']),
  flag: searchText(search['flag']),
  columns: searchText(search['columns']),
})
