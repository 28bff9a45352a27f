import { searchText } from '../../ui/search-text.ts'

/** What a link to a flag carries: the environment that stands open. */
export type FlagSearch = { env?: string | undefined }

export const flagSearch = (search: Record<string, unknown>): FlagSearch => ({ env: searchText(search['env']) })
