import { searchText } from '../../../components/search-text.ts'
import { changeSearch } from '../../publishing/change-search.ts'

/** Search parameters of the segments list: whether the dialog for a new one is open. (`/segments/new` is a segment.) */
export type SegmentsSearch = { new?: true | undefined }

export const segmentsSearch = (search: Record<string, unknown>): SegmentsSearch => ({
  new: search['new'] === true || undefined,
})

/** Search parameters of a segment: the open environment, and the open change to edit. */
export type SegmentSearch = { env?: string | undefined; change?: number | undefined }

export const segmentSearch = (search: Record<string, unknown>): SegmentSearch => ({
  env: searchText(search['env']),
  change: changeSearch(search['change']),
})
