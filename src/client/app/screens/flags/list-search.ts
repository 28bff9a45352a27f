import { searchText } from '../../ui/search-text.ts'

/**
 * What a link to the flag list carries: the filter, whether archived flags are shown in place of the others, and whether a
 * new flag is being made over it. (No path of its own: `/flags/new` is the page of the flag "new".)
 */
export type ListSearch = { q?: string | undefined; status?: 'archived' | undefined; new?: true | undefined }

export const listSearch = (search: Record<string, unknown>): ListSearch => ({
  q: searchText(search['q']),
  status: search['status'] === 'archived' ? 'archived' : undefined,
  new: search['new'] === true || undefined,
})
