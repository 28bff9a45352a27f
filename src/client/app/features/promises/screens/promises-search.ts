import { searchText } from '../../../components/search-text.ts'

/** Search parameters of the promises page. `new` opens the dialog; `say` is its initial sentence. */
export type PromisesSearch = { new?: true | undefined; say?: string | undefined }

export const promisesSearch = (search: Record<string, unknown>): PromisesSearch => ({
  new: search['new'] === true || search['new'] === 1 ? true : undefined,
  say: searchText(search['say']),
})
