import { searchText } from '../../../components/search-text.ts'

/** Search parameters of the builds page: the environment, and whether to show builds that are no longer live. */
export type BuildsSearch = { env?: string | undefined; show?: 'old' | undefined }

export const buildsSearch = (search: Record<string, unknown>): BuildsSearch => ({
  env: searchText(search['env']),
  show: search['show'] === 'old' ? 'old' : undefined,
})
