import { z } from 'zod'
import { Place, ProposedEntry } from './change.ts'
import { FlagDocument } from './flag.ts'
import { Instant } from './keys.ts'
import { InProject } from './project.ts'
import { SegmentDocument } from './segment.ts'

/** One person's unpublished edit of one flag or segment in one environment; nobody else sees it. */
export const Draft = Place.extend({
  base: z.int().min(0),
  document: z.union([FlagDocument, SegmentDocument]).nullable(),
  updatedAt: Instant,
})
export type Draft = z.infer<typeof Draft>

/** Saves over what the same person had there. */
export const SaveDraftInput = InProject.extend({ entry: ProposedEntry })
export type SaveDraftInput = z.infer<typeof SaveDraftInput>

export const DiscardDraftsInput = InProject.extend({ places: z.array(Place).min(1).max(1_000) })
export type DiscardDraftsInput = z.infer<typeof DiscardDraftsInput>
