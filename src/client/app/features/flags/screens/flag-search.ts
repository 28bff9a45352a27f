import { searchText } from '../../../components/search-text.ts'
import { changeSearch } from '../../publishing/change-search.ts'

/**
 * What a link to a flag carries: the environment that stands open, the moment of the past that is looked at, and the open
 * change that is edited.
 */
export type FlagSearch = { env?: string | undefined; at?: string | undefined; change?: number | undefined }

export const flagSearch = (search: Record<string, unknown>): FlagSearch => ({
  env: searchText(search['env']),
  at: searchText(search['at']),
  change: changeSearch(search['change']),
})
