import { searchText } from '../../../components/search-text.ts'

/** Search parameters of the environments page: the open environment, and whether the dialog for a new one is open. */
export type EnvironmentsSearch = { env?: string | undefined; new?: true | undefined }

export const environmentsSearch = (search: Record<string, unknown>): EnvironmentsSearch => ({
  env: searchText(search['env']),
  new: search['new'] === true || undefined,
})
