import { searchText } from '../../ui/search-text.ts'

/** What a link to the flag list carries: the filter, and whether archived flags are shown in place of the others. */
export type ListSearch = { q?: string | undefined; status?: 'archived' | undefined }

export const listSearch = (search: Record<string, unknown>): ListSearch => ({
  q: searchText(search['q']),
  status: search['status'] === 'archived' ? 'archived' : undefined,
})
