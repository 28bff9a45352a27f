import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { byField, list } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { FlagDocument } from '../../../schemas/flag.ts'
import { Id, Instant, Json, Key, ScopeKey } from '../../../schemas/keys.ts'
import { SegmentDocument } from '../../../schemas/segment.ts'
import { DespiteBuilds } from '../../builds/schemas/build.ts'
import { InProject } from '../../projects/schemas/project.ts'
import { InvariantOverride } from '../../promises/schemas/promise.ts'
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
 * Why an approval no longer counts: the change was edited, the reviewer lost the right to approve, or publishing it
 * would now have a different result. `effect-moved`: it now affects more users than were approved.
 */
export const VoidReason = z.enum(['edited', 'right-lost', 'ground-moved', 'effect-moved'])
export type VoidReason = z.infer<typeof VoidReason>

const inEnvironment = { environment: ScopeKey, key: Key, base: DatabaseInt }

/**
 * A proposed revision entry. `base` is the environment's revision that the editor saw. A null document removes the
 * subject.
 */
export const ProposedEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('flag'), ...inEnvironment, document: FlagDocument.nullable() }),
  z.strictObject({ kind: z.literal('segment'), ...inEnvironment, document: SegmentDocument.nullable() }),
])
export type ProposedEntry = z.infer<typeof ProposedEntry>

export const ChangeSubject = z.strictObject({ environment: ScopeKey, kind: SubjectKind, key: Key })
export type ChangeSubject = z.infer<typeof ChangeSubject>

export const Clash = z.strictObject({
  path: z.string(),
  base: Json.optional(),
  theirs: Json.optional(),
  yours: Json.optional(),
})

/** A field that both the change and a later revision changed. If a side is absent, it does not have the field. */
export const ChangeClash = ChangeSubject.extend(Clash.shape)
export type ChangeClash = z.infer<typeof ChangeClash>

const Document = byField({ variants: FlagDocument, included: SegmentDocument })
const NamedMember = z.strictObject({ id: Id.nullable(), name: z.string() })

/** A proposed entry for display. `before` is the document at `base`. */
export const ShownEntry = ChangeSubject.extend({
  base: DatabaseInt,
  before: Document.nullable(),
  document: Document.nullable(),
  /** The flags and segments that reach this one through references, to compute a segment's impact. */
  touches: list(z.strictObject({ kind: SubjectKind, key: Key })),
})
export type ShownEntry = z.infer<typeof ShownEntry>

export const Review = z.strictObject({
  id: Id,
  reviewer: NamedMember,
  verdict: ReviewVerdict,
  body: z.string(),
  at: Instant,
  void: z.strictObject({ since: Instant, because: VoidReason }).nullable(),
})
export type Review = z.infer<typeof Review>

/** What one environment requires, and the approvals given so far. */
export const Approvals = z.strictObject({
  environment: ScopeKey,
  required: z.int().min(0),
  given: list(NamedMember),
})
export type Approvals = z.infer<typeof Approvals>

export const Schedule = z.strictObject({
  at: Instant,
  /** IANA name of the time zone in which the time was chosen. */
  zone: z.string(),
  madeBy: z.string(),
  madeAt: Instant,
})
export type Schedule = z.infer<typeof Schedule>

/** For each act: null if the caller may perform it now, otherwise a sentence that says why not. */
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

/** A proposal to publish entries, with everything that its page shows. */
export const Change = z.strictObject({
  number: DatabaseInt.min(1),
  title: z.string(),
  message: z.string(),
  author: NamedMember,
  state: ChangeState,
  version: DatabaseInt.min(1),
  entries: list(ShownEntry),
  /** Why it no longer applies, and the fields to resolve. Null and empty unless it is in conflict. */
  conflict: z.string().nullable(),
  clashes: list(ChangeClash),
  /** Reviewers who were requested by name. Empty if anyone with the permission may review. */
  reviewers: list(z.strictObject({ id: Id, name: z.string() })),
  approvals: list(Approvals),
  reviews: list(Review),
  schedule: Schedule.nullable(),
  /** The ramp that it starts. Approving the change also approves the later steps of the ramp's plan. */
  ramp: RampSummary.nullable(),
  /** The revisions it published. The mark shows if one was published without the required approvals. */
  revisions: list(z.strictObject({ environment: ScopeKey, number: DatabaseInt.min(1), mark: RevisionMark.nullable() })),
  createdAt: Instant,
  updatedAt: Instant,
  decidedAt: Instant.nullable(),
  appliedAt: Instant.nullable(),
  can: Can,
})
export type Change = z.infer<typeof Change>

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
  places: list(ChangeSubject),
  /** Whether the caller has approved it. */
  approved: z.boolean(),
  /** Whether it was published without the required approvals. */
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

/** Refers to a change. If `version` is given and is not the current one, the act is rejected with `change/edited`. */
export const VersionedChangeReference = ChangeReference.extend({ version: DatabaseInt.min(1).optional() })
export type VersionedChangeReference = z.infer<typeof VersionedChangeReference>

/** `reviewers`: account ids of the requested reviewers, instead of anyone with the permission. */
export const RequestReviewInput = VersionedChangeReference.extend({
  reviewers: list(Id).max(limits.reviewersPerChange).optional(),
})
export type RequestReviewInput = z.input<typeof RequestReviewInput>

/** `version` is the one that the editor saw. Omitted fields stay unchanged. */
export const EditChangeInput = ChangeReference.extend({
  version: DatabaseInt.min(1),
  title: Title.optional(),
  message: Message.optional(),
  entries: Entries.optional(),
})
export type EditChangeInput = z.input<typeof EditChangeInput>

/** `version` is the one that the reviewer read. `break`: the promises that an admin knowingly violates. */
export const ApproveChangeInput = ChangeReference.extend({
  version: DatabaseInt.min(1),
  body: Message.default(''),
  break: InvariantOverride.optional(),
})
export type ApproveChangeInput = z.input<typeof ApproveChangeInput>

export const DiscussChangeInput = ChangeReference.extend({ body: Message.min(1, 'say what you think') })
export type DiscussChangeInput = z.input<typeof DiscussChangeInput>

/** An instant, and the time zone in which it was chosen, for example `Europe/Vienna`. */
export const ScheduleChangeInput = VersionedChangeReference.extend({ at: Instant, zone: z.string().min(1).max(64) })
export type ScheduleChangeInput = z.infer<typeof ScheduleChangeInput>

/**
 * For admins. `break`: the promises that this knowingly violates. `despite`: the reason to remove something that a live
 * build reads.
 */
export const ApplyChangeInput = VersionedChangeReference.extend({
  break: InvariantOverride.optional(),
  despite: DespiteBuilds.optional(),
})
export type ApplyChangeInput = z.infer<typeof ApplyChangeInput>

export const BypassChangeInput = ApplyChangeInput.extend({ reason: Message.min(1, 'say why this cannot wait') })
export type BypassChangeInput = z.infer<typeof BypassChangeInput>

/**
 * One choice for each clash of the change, or the author's own `entries`, which replace the proposal. `title` replaces
 * the title.
 */
export const RebaseChangeInput = VersionedChangeReference.extend({
  title: Title.optional(),
  entries: Entries.optional(),
  choices: list(ChangeSubject.extend({ path: z.string(), take: z.enum(['theirs', 'yours']) }))
    .max(limits.flagsPerProject)
    .default([]),
})
export type RebaseChangeInput = z.input<typeof RebaseChangeInput>

/** Newest first. `before` is the number to continue from: the `next` of the previous page. */
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

export const AppliedChange = z.strictObject({ change: Change, revisions: list(Revision) })
export type AppliedChange = z.infer<typeof AppliedChange>

/**
 * Sent to the UI over the subscription: a change was created, updated or commented on. Null if any change may have
 * been.
 */
export const ChangeEvent = z.strictObject({
  kind: z.literal('change'),
  project: ScopeKey,
  change: DatabaseInt.min(1).nullable(),
})
export type ChangeEvent = z.infer<typeof ChangeEvent>
