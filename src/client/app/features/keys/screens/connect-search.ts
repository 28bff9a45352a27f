import { searchText } from '../../../components/search-text.ts'

/** Search parameters of the connect page: the environment, and the flag that the snippet reads. */
export type ConnectSearch = { env?: string | undefined; flag?: string | undefined }

export const connectSearch = (search: Record<string, unknown>): ConnectSearch => ({
  env: searchText(search['env']),
  flag: searchText(search['flag']),
})
