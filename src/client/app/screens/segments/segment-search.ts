import { searchText } from '../../ui/search-text.ts'

/** What a link to a segment carries: the environment that stands open. */
export type SegmentSearch = { env?: string | undefined }

export const segmentSearch = (search: Record<string, unknown>): SegmentSearch => ({ env: searchText(search['env']) })
