import { searchText } from '../../../components/search-text.ts'

/** What a link to the environments carries: the one that stands open, and whether a new one is being made. */
export type EnvironmentsSearch = { env?: string | undefined; new?: true | undefined }

export const environmentsSearch = (search: Record<string, unknown>): EnvironmentsSearch => ({
  env: searchText(search['env']),
  new: search['new'] === true || undefined,
})
