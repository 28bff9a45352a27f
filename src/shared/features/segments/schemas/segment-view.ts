import { z } from 'zod'
import { list, record } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { Id, Instant, Key, ScopeKey } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'
import { SegmentDocument } from '../../../schemas/segment.ts'
import { Description, InProject } from '../../projects/schemas/project.ts'

/** A segment's properties, which are the same in every environment. */
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
  /** Keys of the flags and segments that reference it, in any environment. */
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
