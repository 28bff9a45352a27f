import { z } from 'zod'
import { byField, list } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { FlagDocument } from '../../../schemas/flag.ts'
import { Instant, Key, ScopeKey } from '../../../schemas/keys.ts'
import { SegmentDocument } from '../../../schemas/segment.ts'
import { ChangeSubject } from '../../changes/schemas/change.ts'
import { draftSchemaOf } from '../../changes/schemas/draft-schema.ts'
import { InProject } from '../../projects/schemas/project.ts'

const inEnvironment = { environment: ScopeKey, key: Key, base: DatabaseInt }

/** A proposed entry that is still being edited: names of attributes and segments may be empty. */
const DraftEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('flag'), ...inEnvironment, document: draftSchemaOf(FlagDocument).nullable() }),
  z.strictObject({ kind: z.literal('segment'), ...inEnvironment, document: draftSchemaOf(SegmentDocument).nullable() }),
])

/** A member's unpublished edit of one flag or segment in one environment. Only its author can see it. */
export const Draft = ChangeSubject.extend({
  base: DatabaseInt,
  document: byField({ variants: draftSchemaOf(FlagDocument), included: draftSchemaOf(SegmentDocument) }).nullable(),
  updatedAt: Instant,
})
export type Draft = z.infer<typeof Draft>

/** A draft and the document at its `base`. Null if the subject did not exist at that revision. */
export const ListedDraft = Draft.extend({
  before: byField({ variants: FlagDocument, included: SegmentDocument }).nullable(),
})
export type ListedDraft = z.infer<typeof ListedDraft>

/** Replaces the caller's earlier draft of the same subject. */
export const SaveDraftInput = InProject.extend({ entry: DraftEntry })
export type SaveDraftInput = z.infer<typeof SaveDraftInput>

export const DiscardDraftsInput = InProject.extend({ places: list(ChangeSubject).min(1).max(1_000) })
export type DiscardDraftsInput = z.infer<typeof DiscardDraftsInput>
