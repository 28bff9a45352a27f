import { searchText } from '../../../components/search-text.ts'

/** What a link to the promises carries: that one is begun, and with which sentence. */
export type PromisesSearch = { new?: true | undefined; say?: string | undefined }

export const promisesSearch = (search: Record<string, unknown>): PromisesSearch => ({
  new: search['new'] === true || search['new'] === 1 ? true : undefined,
  say: searchText(search['say']),
})
