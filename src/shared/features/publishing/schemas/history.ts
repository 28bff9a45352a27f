import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { byField, list } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { Evaluation } from '../../../schemas/evaluation.ts'
import { FlagDocument } from '../../../schemas/flag.ts'
import { Instant, Json, Key, ScopeKey } from '../../../schemas/keys.ts'
import { SegmentDocument } from '../../../schemas/segment.ts'
import { DespiteBuilds } from '../../builds/schemas/build.ts'
import { Title } from '../../changes/schemas/change.ts'
import { InEnvironment, InProject } from '../../projects/schemas/project.ts'
import { Break } from '../../promises/schemas/promise.ts'
import { Message, Revision, RevisionMark, SubjectKind } from './revision.ts'

export const Subject = z.strictObject({ kind: SubjectKind, key: Key })
export type Subject = z.infer<typeof Subject>

const Document = byField({ variants: FlagDocument, included: SegmentDocument }).nullable()

/** One flag or segment in two states; null where it is not there. */
export const DocumentDifference = Subject.extend({ before: Document, after: Document })
export type DocumentDifference = z.infer<typeof DocumentDifference>

/** Two revisions of one environment, in either order, of everything or of one subject. 0 is the empty beginning. */
export const DiffInput = InEnvironment.extend({
  from: DatabaseInt,
  to: DatabaseInt,
  kind: SubjectKind.optional(),
  key: Key.optional(),
})
export type DiffInput = z.infer<typeof DiffInput>

export const Diff = z.strictObject({
  from: DatabaseInt,
  to: DatabaseInt,
  differences: list(DocumentDifference),
})
export type Diff = z.infer<typeof Diff>

/** Newest first, as `revisions.list`; of one subject. */
export const VersionsInput = InEnvironment.extend({
  ...Subject.shape,
  before: DatabaseInt.min(1).optional(),
  limit: z.int().min(1).max(200).default(50),
})
export type VersionsInput = z.input<typeof VersionsInput>

/** A revision that touched the subject, and what it made of it; null where it removed it. */
export const Version = z.strictObject({ revision: Revision, document: Document })
export type Version = z.infer<typeof Version>

/** `earlier` is what the subject was before the oldest of these versions. */
export const VersionList = z.strictObject({
  versions: list(Version),
  earlier: Document,
  next: z.int().nullable(),
})
export type VersionList = z.infer<typeof VersionList>

/** `revision` or `at`, or neither for now. With both, the documents are the revision's and the clock is `at`. */
export const AsOfInput = InEnvironment.extend({
  revision: DatabaseInt.optional(),
  at: Instant.optional(),
  /** Only these, and all that answering them needs: the digest stays that of everything. */
  subjects: z.array(Subject).min(1).max(200).optional(),
  /** With them, what leads to one of them by reference now, at any depth. */
  dependents: z.boolean().optional(),
})
export type AsOfInput = z.infer<typeof AsOfInput>

export const ExplainAsOfInput = AsOfInput.omit({ subjects: true, dependents: true }).extend({
  flag: Key,
  context: z.record(z.string(), Json).default({}),
})
export type ExplainAsOfInput = z.input<typeof ExplainAsOfInput>

/** One change that waited for its time at the instant. */
export const Waiting = z.strictObject({ change: z.int(), title: z.string(), at: Instant, zone: z.string() })

export const ExplanationAsOf = z.strictObject({
  revision: DatabaseInt,
  /** What the clock said for conditions about time. */
  at: Instant,
  outcome: Evaluation,
  /** The engine's own trace: `Step` of the engine. */
  steps: list(Json),
  scheduled: list(Waiting),
})
export type ExplanationAsOf = z.infer<typeof ExplanationAsOf>

/** Back to revision `to`: the subjects named, or the whole environment. `base` is the revision the caller saw. */
export const RestoreInput = InEnvironment.extend({
  to: DatabaseInt,
  base: DatabaseInt,
  subjects: list(Subject).min(1).max(limits.flagsPerProject).optional(),
  message: Message.default(''),
  break: Break.optional(),
  /** Of an admin: why a live build loses what it reads. */
  despite: DespiteBuilds.optional(),
})
export type RestoreInput = z.input<typeof RestoreInput>

export const Restored = z.strictObject({
  /** Null where everything is already as it was then. */
  revision: Revision.nullable(),
  /** Archived since then: it comes back by restoring the flag itself. */
  leftOut: list(Subject),
})
export type Restored = z.infer<typeof Restored>

/** Two environments, ordered by kind and key, now or as they were at an instant. `after` is the subject to go on behind, as the answer's `next` gave it. */
export const CompareInput = InProject.extend({
  from: ScopeKey,
  to: ScopeKey,
  at: Instant.optional(),
  after: Subject.optional(),
  limit: z.int().min(1).max(1_000).default(200),
})
export type CompareInput = z.input<typeof CompareInput>

/** What differs: `before` is what `to` has, `after` what `from` has: what a promotion would change. */
export const Comparison = z.strictObject({
  from: z.strictObject({ environment: ScopeKey, revision: z.int() }),
  to: z.strictObject({ environment: ScopeKey, revision: z.int() }),
  differences: list(DocumentDifference),
  next: Subject.nullable(),
})
export type Comparison = z.infer<typeof Comparison>

export const PromotionInput = InProject.extend({
  from: ScopeKey,
  to: ScopeKey,
  subjects: list(Subject).min(1).max(limits.flagsPerProject),
})
export type PromotionInput = z.infer<typeof PromotionInput>

/** What was asked for, and everything it leads to by reference: `before` is what `to` has, `after` what `from` has. */
export const Promotion = z.strictObject({
  from: z.strictObject({ environment: ScopeKey, revision: z.int() }),
  to: z.strictObject({ environment: ScopeKey, revision: z.int() }),
  entries: list(
    DocumentDifference.extend({
      asked: z.boolean(),
      /** Who refers to it; empty for what was asked for alone. */
      neededBy: list(Subject),
      /** Whether `to` lacks it, so that the promotion is refused without it. */
      missing: z.boolean(),
      same: z.boolean(),
      /** Names of the rules that are measured in `from`, and left out: a run is of one environment. */
      leftOut: list(z.string()),
    }),
  ),
})
export type Promotion = z.infer<typeof Promotion>

/** `subjects` is everything to take along, the closure included by choice; `base` is `to`'s revision as shown. */
export const PromoteInput = PromotionInput.extend({
  base: DatabaseInt,
  title: Title.optional(),
  message: Message.default(''),
})
export type PromoteInput = z.input<typeof PromoteInput>

const OfProject = InProject.extend({ environment: ScopeKey.optional(), flag: Key.optional() })

/** What was published in a project from one instant to another, in all environments or one, of everything or one flag. */
export const TimelineInput = OfProject.extend({
  from: Instant,
  until: Instant,
  buckets: z.int().min(1).max(limits.timelineBuckets).default(100),
}).refine(({ from, until }) => Date.parse(from) < Date.parse(until), {
  message: 'expected an instant after from',
  path: ['until'],
})
export type TimelineInput = z.input<typeof TimelineInput>

/** Revisions of one environment that are close in time: one, or as many as `count`. The last of them is told of. */
export const TimelineMark = z.strictObject({
  environment: ScopeKey,
  count: z.int().min(1),
  first: Instant,
  last: Instant,
  number: DatabaseInt.min(1),
  actor: z.string(),
  message: z.string(),
  /** Whether one of them was without approval, in an emergency, or led back. */
  marks: list(RevisionMark),
})
export type TimelineMark = z.infer<typeof TimelineMark>

/** The marks from old to new; there are at most as many of an environment as buckets. */
export const Timeline = z.strictObject({ marks: list(TimelineMark), total: z.int().min(0) })
export type Timeline = z.infer<typeof Timeline>

/** Newest first. `before` is what to go on from, as the answer's `next` gave it; without it, from `until` down. */
export const EverywhereInput = OfProject.extend({
  until: Instant.optional(),
  before: z.string().max(100).optional(),
  limit: z.int().min(1).max(100).default(30),
})
export type EverywhereInput = z.input<typeof EverywhereInput>

/** A revision with some of what it touched, and how much that is in all. */
export const RevisionAnywhere = Revision.extend({ touched: z.int().min(0) })
export type RevisionAnywhere = z.infer<typeof RevisionAnywhere>

export const Everywhere = z.strictObject({ revisions: list(RevisionAnywhere), next: z.string().nullable() })
export type Everywhere = z.infer<typeof Everywhere>
