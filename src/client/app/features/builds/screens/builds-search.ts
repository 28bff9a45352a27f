import { searchText } from '../../../components/search-text.ts'

/** What a link to the builds carries: the environment, and whether those that are no longer live are shown. */
export type BuildsSearch = { env?: string | undefined; show?: 'old' | undefined }

export const buildsSearch = (search: Record<string, unknown>): BuildsSearch => ({
  env: searchText(search['env']),
  show: search['show'] === 'old' ? 'old' : undefined,
})
