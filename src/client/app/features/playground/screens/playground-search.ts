import { searchText } from '../../../components/search-text.ts'

/** Search parameters of the playground: environment, context, time, expanded flag and further columns. */
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
