import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { byField, list } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { FlagDocument } from '../../../schemas/flag.ts'
import { Id, Instant, Json, Key, ScopeKey } from '../../../schemas/keys.ts'
import { SegmentDocument } from '../../../schemas/segment.ts'
import { DespiteBuilds } from '../../builds/schemas/build.ts'
import { InProject } from '../../projects/schemas/project.ts'
import { Break } from '../../promises/schemas/promise.ts'
import { Message, Revision, RevisionMark, SubjectKind } from '../../publishing/schemas/revision.ts'
import { RampSummary } from '../../ramps/schemas/ramp.ts'

export const ChangeState = z.enum([
  'draft',
  'in-review',
  'changes-requested',
  'approved',
  'scheduled',
  'conflicted',
  'applied',
  'withdrawn',
])
export type ChangeState = z.infer<typeof ChangeState>

export const ReviewVerdict = z.enum(['approve', 'request-changes', 'comment'])
export type ReviewVerdict = z.infer<typeof ReviewVerdict>

/**
 * Why an approval no longer counts: the change was edited, the reviewer may no longer approve, or it comes to something
 * else; `effect-moved`: it does more than was approved.
 */
export const VoidReason = z.enum(['edited', 'right-lost', 'ground-moved', 'effect-moved'])
export type VoidReason = z.infer<typeof VoidReason>

const inEnvironment = { environment: ScopeKey, key: Key, base: DatabaseInt }

/** One proposed log entry. `base` is the environment's revision that the editor saw; null removes the subject. */
export const ProposedEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('flag'), ...inEnvironment, document: FlagDocument.nullable() }),
  z.strictObject({ kind: z.literal('segment'), ...inEnvironment, document: SegmentDocument.nullable() }),
])
export type ProposedEntry = z.infer<typeof ProposedEntry>

/** A flag or segment in one environment. */
export const Place = z.strictObject({ environment: ScopeKey, kind: SubjectKind, key: Key })
export type Place = z.infer<typeof Place>

export const Clash = z.strictObject({
  path: z.string(),
  base: Json.optional(),
  theirs: Json.optional(),
  yours: Json.optional(),
})

/** One field that the change and a later revision both changed. An absent side does not have the field. */
export const PlacedClash = Place.extend(Clash.shape)
export type PlacedClash = z.infer<typeof PlacedClash>

const Document = byField({ variants: FlagDocument, included: SegmentDocument })
const Somebody = z.strictObject({ id: Id.nullable(), name: z.string() })

/** A proposed entry as a page shows it: `before` is the document at `base`. */
export const ShownEntry = Place.extend({
  base: DatabaseInt,
  before: Document.nullable(),
  document: Document.nullable(),
  /** The flags and segments that lead to this one by reference, for a segment's reach. */
  touches: list(z.strictObject({ kind: SubjectKind, key: Key })),
})
export type ShownEntry = z.infer<typeof ShownEntry>

export const Review = z.strictObject({
  id: Id,
  reviewer: Somebody,
  verdict: ReviewVerdict,
  body: z.string(),
  at: Instant,
  void: z.strictObject({ since: Instant, because: VoidReason }).nullable(),
})
export type Review = z.infer<typeof Review>

/** What one environment asks for, and whose approvals stand there. */
export const Approvals = z.strictObject({
  environment: ScopeKey,
  required: z.int().min(0),
  given: list(Somebody),
})
export type Approvals = z.infer<typeof Approvals>

export const Schedule = z.strictObject({
  at: Instant,
  /** IANA name of the zone that the person thought in. */
  zone: z.string(),
  madeBy: z.string(),
  madeAt: Instant,
})
export type Schedule = z.infer<typeof Schedule>

/** For each act: null where the caller may do it now, otherwise the sentence that says why not. */
export const Can = z.strictObject({
  edit: z.string().nullable(),
  publish: z.string().nullable(),
  requestReview: z.string().nullable(),
  approve: z.string().nullable(),
  requestChanges: z.string().nullable(),
  comment: z.string().nullable(),
  apply: z.string().nullable(),
  schedule: z.string().nullable(),
  unschedule: z.string().nullable(),
  rebase: z.string().nullable(),
  withdraw: z.string().nullable(),
  bypass: z.string().nullable(),
})
export type Can = z.infer<typeof Can>

/** A proposal of log entries, with everything that its page shows. */
export const Change = z.strictObject({
  number: DatabaseInt.min(1),
  title: z.string(),
  message: z.string(),
  author: Somebody,
  state: ChangeState,
  version: DatabaseInt.min(1),
  entries: list(ShownEntry),
  /** Why it no longer applies, and the fields to choose in; null and empty unless conflicted. */
  conflict: z.string().nullable(),
  clashes: list(PlacedClash),
  /** Who was asked by name; empty where anyone who may approve it was. */
  reviewers: list(z.strictObject({ id: Id, name: z.string() })),
  approvals: list(Approvals),
  reviews: list(Review),
  schedule: Schedule.nullable(),
  /** The ramp that it starts, with the plan by which later steps ask nobody. */
  ramp: RampSummary.nullable(),
  /** What it led to; the mark says where that was without the approvals. */
  revisions: list(z.strictObject({ environment: ScopeKey, number: DatabaseInt.min(1), mark: RevisionMark.nullable() })),
  createdAt: Instant,
  updatedAt: Instant,
  decidedAt: Instant.nullable(),
  appliedAt: Instant.nullable(),
  can: Can,
})
export type Change = z.infer<typeof Change>

/** One row of the list of changes. */
export const ChangeSummary = Change.pick({
  number: true,
  title: true,
  author: true,
  state: true,
  conflict: true,
  reviewers: true,
  schedule: true,
  createdAt: true,
  updatedAt: true,
}).extend({
  places: list(Place),
  /** Whether the caller has approved it is. */
  approved: z.boolean(),
  /** Whether it went live without the approvals it lacked. */
  bypassed: z.boolean(),
})
export type ChangeSummary = z.infer<typeof ChangeSummary>

export const ChangeList = z.strictObject({ changes: list(ChangeSummary), next: z.int().nullable() })
export type ChangeList = z.infer<typeof ChangeList>

export const Title = z.string().trim().min(1, 'say in a few words what changes').max(limits.nameLength)
const Entries = list(ProposedEntry).min(1).max(limits.flagsPerProject)

export const SaveChangeInput = InProject.extend({ title: Title, message: Message.default(''), entries: Entries })
export type SaveChangeInput = z.input<typeof SaveChangeInput>

export const ChangeReference = InProject.extend({ change: DatabaseInt.min(1) })
export type ChangeReference = z.infer<typeof ChangeReference>

/** An act on a change. If `version` is given, it is refused with `change/edited` unless it is the change's current one. */
export const SeenChange = ChangeReference.extend({ version: DatabaseInt.min(1).optional() })
export type SeenChange = z.infer<typeof SeenChange>

/** `reviewers`: the ids of those who are asked by name, in place of anyone who may approve it. */
export const RequestReviewInput = SeenChange.extend({
  reviewers: list(Id).max(limits.reviewersPerChange).optional(),
})
export type RequestReviewInput = z.input<typeof RequestReviewInput>

/** `version` is the one the editor saw; what is left out stays as it is. */
export const EditChangeInput = ChangeReference.extend({
  version: DatabaseInt.min(1),
  title: Title.optional(),
  message: Message.optional(),
  entries: Entries.optional(),
})
export type EditChangeInput = z.input<typeof EditChangeInput>

/** `version` is the one the reviewer read. */
/** `break`, of an admin: the promises that it breaks knowingly. */
export const ApproveChangeInput = ChangeReference.extend({
  version: DatabaseInt.min(1),
  body: Message.default(''),
  break: Break.optional(),
})
export type ApproveChangeInput = z.input<typeof ApproveChangeInput>

export const DiscussChangeInput = ChangeReference.extend({ body: Message.min(1, 'say what you think') })
export type DiscussChangeInput = z.input<typeof DiscussChangeInput>

/** An instant, and the zone that a person meant it in: `Europe/Vienna`. */
export const ScheduleChangeInput = SeenChange.extend({ at: Instant, zone: z.string().min(1).max(64) })
export type ScheduleChangeInput = z.infer<typeof ScheduleChangeInput>

/** Of an admin: `break`, the promises that it breaks knowingly, and `despite`, why a live build loses what it reads. */
export const ApplyChangeInput = SeenChange.extend({ break: Break.optional(), despite: DespiteBuilds.optional() })
export type ApplyChangeInput = z.infer<typeof ApplyChangeInput>

export const BypassChangeInput = ApplyChangeInput.extend({ reason: Message.min(1, 'say why this cannot wait') })
export type BypassChangeInput = z.infer<typeof BypassChangeInput>

/** One choice for every clash that the change shows; or the author's own `entries` in place of the proposal. `title` says what it does from now on. */
export const RebaseChangeInput = SeenChange.extend({
  title: Title.optional(),
  entries: Entries.optional(),
  choices: list(Place.extend({ path: z.string(), take: z.enum(['theirs', 'yours']) }))
    .max(limits.flagsPerProject)
    .default([]),
})
export type RebaseChangeInput = z.input<typeof RebaseChangeInput>

/** Newest first. `before` is the number to go on from, as the answer's `next` gave it. */
export const ListChangesInput = InProject.extend({
  states: list(ChangeState).min(1).optional(),
  author: z.union([Id, z.literal('me')]).optional(),
  environment: ScopeKey.optional(),
  kind: SubjectKind.optional(),
  key: Key.optional(),
  before: DatabaseInt.min(1).optional(),
  limit: z.int().min(1).max(200).default(50),
})
export type ListChangesInput = z.input<typeof ListChangesInput>

/** What a publish, apply or bypass led to. */
export const AppliedChange = z.strictObject({ change: Change, revisions: list(Revision) })
export type AppliedChange = z.infer<typeof AppliedChange>

/** Told to the UI over the subscription: a change was made, moved or discussed; null where any may have been. */
export const ChangeEvent = z.strictObject({
  kind: z.literal('change'),
  project: ScopeKey,
  change: DatabaseInt.min(1).nullable(),
})
export type ChangeEvent = z.infer<typeof ChangeEvent>
