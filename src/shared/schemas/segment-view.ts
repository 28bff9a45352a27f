import { z } from 'zod'
import { list, record } from './bounded.ts'
import { DatabaseInt } from './database-int.ts'
import { Id, Instant, Key, ScopeKey } from './keys.ts'
import { Name } from './name.ts'
import { Description, InProject } from './project.ts'
import { SegmentDocument } from './segment.ts'

/** One segment as its project knows it, the same in every environment. */
export const Segment = z.strictObject({
  id: Id,
  key: Key,
  name: z.string(),
  description: z.string(),
  createdAt: Instant,
  archivedAt: Instant.nullable(),
})
export type Segment = z.infer<typeof Segment>

export const SegmentHead = z.strictObject({ revision: DatabaseInt, document: SegmentDocument })
export type SegmentHead = z.infer<typeof SegmentHead>

export const SegmentPage = z.strictObject({
  segment: Segment,
  heads: record(ScopeKey, SegmentHead),
  /** Keys of the flags and segments whose documents refer to it, in any environment. */
  usedBy: z.strictObject({ flags: list(Key), segments: list(Key) }),
})
export type SegmentPage = z.infer<typeof SegmentPage>

export const SegmentReference = InProject.extend({ segment: Key })
export type SegmentReference = z.infer<typeof SegmentReference>

/** The segment starts with the same document in every environment. */
export const CreateSegmentInput = InProject.extend({
  key: Key,
  name: Name,
  description: Description.default(''),
  document: SegmentDocument.omit({ key: true }).default({ included: [], excluded: [], when: null }),
})
export type CreateSegmentInput = z.input<typeof CreateSegmentInput>
