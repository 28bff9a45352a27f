import { searchText } from '../../../components/search-text.ts'
import { changeSearch } from '../../publishing/change-search.ts'

/** What a link to the segments carries: whether a new one is being made over the list. (`/segments/new` is a segment.) */
export type SegmentsSearch = { new?: true | undefined }

export const segmentsSearch = (search: Record<string, unknown>): SegmentsSearch => ({
  new: search['new'] === true || undefined,
})

/** What a link to a segment carries: the environment that stands open, and the open change that is edited. */
export type SegmentSearch = { env?: string | undefined; change?: number | undefined }

export const segmentSearch = (search: Record<string, unknown>): SegmentSearch => ({
  env: searchText(search['env']),
  change: changeSearch(search['change']),
})
