import { searchText } from '../../components/search-text.ts'

export const itemFilters = ['decide', 'changed', 'left-out', 'here', 'all'] as const
export type ItemFilter = (typeof itemFilters)[number]

/** What a link to a preview carries: which items are shown, and the words they are looked for by. */
export type ImportSearch = { show?: ItemFilter | undefined; q?: string | undefined }

export const importSearch = (search: Record<string, unknown>): ImportSearch => {
  const show = searchText(search['show'])
  return { show: itemFilters.find((one) => one === show), q: searchText(search['q']) || undefined }
}
