import { searchText } from '../../../components/search-text.ts'
import { changeSearch } from '../../publishing/change-search.ts'

/** Search parameters of a flag’s pages: the open environment, a past instant, and the open change to edit. */
export type FlagSearch = { env?: string | undefined; at?: string | undefined; change?: number | undefined }

export const flagSearch = (search: Record<string, unknown>): FlagSearch => ({
  env: searchText(search['env']),
  at: searchText(search['at']),
  change: changeSearch(search['change']),
})
