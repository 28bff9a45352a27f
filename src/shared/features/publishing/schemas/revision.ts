import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { FlagDocument } from '../../../schemas/flag.ts'
import { Instant, Key, ScopeKey } from '../../../schemas/keys.ts'
import { SegmentDocument } from '../../../schemas/segment.ts'
import { DespiteBuilds } from '../../builds/schemas/build.ts'
import { FlagCell } from '../../flags/schemas/flag-view.ts'
import { InEnvironment } from '../../projects/schemas/project.ts'
import { InvariantOverride, InvariantViolation } from '../../promises/schemas/promise.ts'

export const SubjectKind = z.enum(['flag', 'segment'])
export type SubjectKind = z.infer<typeof SubjectKind>

/** One subject of a revision. A null document removes it from the environment. */
export const Entry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('flag'), key: Key, document: FlagDocument.nullable() }),
  z.strictObject({ kind: z.literal('segment'), key: Key, document: SegmentDocument.nullable() }),
])
export type Entry = z.infer<typeof Entry>

/** Marks of revisions that were not published by an ordinary edit. */
export const RevisionMark = z.enum(['emergency', 'bypassed', 'restore', 'import', 'undo', 'ramp', 'rollback'])
export type RevisionMark = z.infer<typeof RevisionMark>

export const ActorView = z.strictObject({
  kind: z.enum(['user', 'token', 'system']),
  id: z.string().nullable(),
  name: z.string(),
})
export type ActorView = z.infer<typeof ActorView>

/** One numbered entry in an environment's log. */
export const Revision = z.strictObject({
  environment: ScopeKey,
  number: DatabaseInt.min(1),
  publishedAt: Instant,
  actor: ActorView,
  message: z.string(),
  mark: RevisionMark.nullable(),
  /** Number of the change that it applied. */
  change: z.int().nullable(),
  subjects: list(z.strictObject({ kind: SubjectKind, key: Key })),
  /** The promises that it knowingly violated, if any. */
  broke: list(InvariantViolation).optional(),
})
export type Revision = z.infer<typeof Revision>

export const Message = z.string().trim().max(limits.messageLength)

/**
 * `base` is the revision the editor saw. The publish is rejected as stale only if one of its subjects changed since.
 */
export const PublishInput = InEnvironment.extend({
  base: DatabaseInt,
  message: Message.default(''),
  entries: list(Entry).min(1).max(limits.flagsPerProject),
  /** For admins: the promises that this knowingly violates. */
  break: InvariantOverride.optional(),
  /** An admin's reason to remove something that a live build reads. */
  despite: DespiteBuilds.optional(),
})
export type PublishInput = z.input<typeof PublishInput>

/**
 * Sent to the UI over the subscription. For flags, it contains the cells of the flag list, null if a flag was removed.
 * If `more` is set, not all subjects are listed, and clients must reload.
 */
export const RevisionEvent = z.strictObject({
  kind: z.literal('revision'),
  project: ScopeKey,
  environment: ScopeKey,
  number: z.int(),
  publishedAt: Instant,
  actor: ActorView,
  subjects: z.array(z.strictObject({ kind: SubjectKind, key: Key, cell: FlagCell.nullable().optional() })),
  more: z.boolean(),
})
export type RevisionEvent = z.infer<typeof RevisionEvent>

/** Sent first over the subscription, on request: the revision of each environment when the subscription started. */
export type HeadsEvent = { kind: 'heads'; revisions: Readonly<Record<string, number>> }

/** Newest first. `before` is the number to continue from: the `next` of the previous page. */
export const ListRevisionsInput = InEnvironment.extend({
  kind: SubjectKind.optional(),
  key: Key.optional(),
  before: DatabaseInt.min(1).optional(),
  limit: z.int().min(1).max(200).default(50),
})
export type ListRevisionsInput = z.input<typeof ListRevisionsInput>

export const RevisionList = z.strictObject({ revisions: list(Revision), next: z.int().nullable() })
export type RevisionList = z.infer<typeof RevisionList>
