import { searchText } from '../../components/search-text.ts'

/** What a link to a flag carries: the environment that stands open, and the moment of the past that is looked at. */
export type FlagSearch = { env?: string | undefined; at?: string | undefined }

export const flagSearch = (search: Record<string, unknown>): FlagSearch => ({
  env: searchText(search['env']),
  at: searchText(search['at']),
})
