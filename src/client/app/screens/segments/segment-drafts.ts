import { z } from 'zod'
import { SegmentDocument } from '../../../../shared/schemas/segment.ts'
import { stored } from '../../ui/stored.ts'
import { unfinished } from '../../ui/unfinished.ts'

const SegmentDraft = z.strictObject({
  base: z.int().min(0),
  before: SegmentDocument,
  document: unfinished(SegmentDocument),
})

/** The drafts of segments in this browser, by project, segment and environment. */
export const segmentDrafts = stored((value) => SegmentDraft.safeParse(value).data ?? null)

export const segmentDraftKey = (project: string, segment: string, environment: string): string =>
  `fanion/draft/${project}/segment/${segment}/${environment}`
