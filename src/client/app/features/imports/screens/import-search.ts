import { searchText } from '../../../components/search-text.ts'

const itemFilters = ['decide', 'exact', 'kept', 'documented', 'changed', 'left-out', 'here', 'all'] as const
export type ItemFilter = (typeof itemFilters)[number]

/** Search parameters of an import: filter and search text of the items, or the agreement tab with its environment. */
export type ImportSearch = {
  show?: ItemFilter | undefined
  q?: string | undefined
  tab?: 'agreement' | undefined
  env?: string | undefined
}

export const importSearch = (search: Record<string, unknown>): ImportSearch => {
  const show = searchText(search['show'])
  return {
    show: itemFilters.find((one) => one === show),
    q: searchText(search['q']) || undefined,
    tab: searchText(search['tab']) === 'agreement' ? 'agreement' : undefined,
    env: searchText(search['env']) || undefined,
  }
}
