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
import { InvariantOverride } from '../../promises/schemas/promise.ts'
import { Message, Revision, RevisionMark, SubjectKind } from './revision.ts'

export const Subject = z.strictObject({ kind: SubjectKind, key: Key })
export type Subject = z.infer<typeof Subject>

const Document = byField({ variants: FlagDocument, included: SegmentDocument }).nullable()

/** A flag or segment before and after. Null if it does not exist. */
export const DocumentDifference = Subject.extend({ before: Document, after: Document })
export type DocumentDifference = z.infer<typeof DocumentDifference>

/**
 * Two revisions of one environment, in either order, for all subjects or one. 0 is the empty state before the first
 * revision.
 */
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

/** Newest first, like `revisions.list`, for one subject. */
export const VersionsInput = InEnvironment.extend({
  ...Subject.shape,
  before: DatabaseInt.min(1).optional(),
  limit: z.int().min(1).max(200).default(50),
})
export type VersionsInput = z.input<typeof VersionsInput>

/** A revision that changed the subject, and the resulting document. Null if it removed the subject. */
export const Version = z.strictObject({ revision: Revision, document: Document })
export type Version = z.infer<typeof Version>

/** `earlier` is the document before the oldest of these versions. */
export const VersionList = z.strictObject({
  versions: list(Version),
  earlier: Document,
  next: z.int().nullable(),
})
export type VersionList = z.infer<typeof VersionList>

/**
 * `revision`, `at`, or neither for now. With both, the documents are the revision's and conditions about time use `at`.
 */
export const AsOfInput = InEnvironment.extend({
  revision: DatabaseInt.optional(),
  at: Instant.optional(),
  /** Returns only these subjects and their dependencies. The digest still covers everything. */
  subjects: z.array(Subject).min(1).max(200).optional(),
  /** Also includes the current dependents of these subjects, at any depth. */
  dependents: z.boolean().optional(),
})
export type AsOfInput = z.infer<typeof AsOfInput>

export const ExplainAsOfInput = AsOfInput.omit({ subjects: true, dependents: true }).extend({
  flag: Key,
  context: z.record(z.string(), Json).default({}),
})
export type ExplainAsOfInput = z.input<typeof ExplainAsOfInput>

/** A change that was scheduled at the given instant and not yet published. */
export const ScheduledChangeView = z.strictObject({ change: z.int(), title: z.string(), at: Instant, zone: z.string() })

export const ExplanationAsOf = z.strictObject({
  revision: DatabaseInt,
  /** The time used by conditions about time. */
  at: Instant,
  outcome: Evaluation,
  /** The engine's trace, as its `Step` type. */
  steps: list(Json),
  scheduled: list(ScheduledChangeView),
})
export type ExplanationAsOf = z.infer<typeof ExplanationAsOf>

/** Restores subjects, or the whole environment, to revision `to`. `base` is the revision the caller saw. */
export const RestoreInput = InEnvironment.extend({
  to: DatabaseInt,
  base: DatabaseInt,
  subjects: list(Subject).min(1).max(limits.flagsPerProject).optional(),
  message: Message.default(''),
  break: InvariantOverride.optional(),
  /** An admin's reason to remove something that a live build reads. */
  despite: DespiteBuilds.optional(),
})
export type RestoreInput = z.input<typeof RestoreInput>

export const RestoreResult = z.strictObject({
  /** Null if everything already equals that revision. */
  revision: Revision.nullable(),
  /** Subjects that are archived now. Restore the flag itself to get one back. */
  leftOut: list(Subject),
})
export type RestoreResult = z.infer<typeof RestoreResult>

/**
 * Compares two environments, now or at an instant, ordered by kind and key. `after` is the subject to continue after:
 * the `next` of the previous page.
 */
export const CompareInput = InProject.extend({
  from: ScopeKey,
  to: ScopeKey,
  at: Instant.optional(),
  after: Subject.optional(),
  limit: z.int().min(1).max(1_000).default(200),
})
export type CompareInput = z.input<typeof CompareInput>

/** The differences: `before` is from `to`, `after` from `from`, as a promotion would change them. */
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

/** The requested subjects and all their dependencies: `before` is from `to`, `after` from `from`. */
export const Promotion = z.strictObject({
  from: z.strictObject({ environment: ScopeKey, revision: z.int() }),
  to: z.strictObject({ environment: ScopeKey, revision: z.int() }),
  entries: list(
    DocumentDifference.extend({
      asked: z.boolean(),
      /** The subjects that reference it. Empty if it was only requested directly. */
      neededBy: list(Subject),
      /** Whether `to` lacks it, so that promoting without it would be rejected. */
      missing: z.boolean(),
      same: z.boolean(),
      /** Names of the rules that a run measures in `from`. They are not promoted: a run belongs to one environment. */
      leftOut: list(z.string()),
    }),
  ),
})
export type Promotion = z.infer<typeof Promotion>

/**
 * `subjects` is the complete list to promote; the caller decides which dependencies to include. `base` is the revision
 * of `to` that was shown.
 */
export const PromoteInput = PromotionInput.extend({
  base: DatabaseInt,
  title: Title.optional(),
  message: Message.default(''),
})
export type PromoteInput = z.input<typeof PromoteInput>

const ProjectHistoryInput = InProject.extend({ environment: ScopeKey.optional(), flag: Key.optional() })

/** Revisions published in a project between two instants: in all environments or one, for all flags or one. */
export const TimelineInput = ProjectHistoryInput.extend({
  from: Instant,
  until: Instant,
  buckets: z.int().min(1).max(limits.timelineBuckets).default(100),
}).refine(({ from, until }) => Date.parse(from) < Date.parse(until), {
  message: 'expected an instant after from',
  path: ['until'],
})
export type TimelineInput = z.input<typeof TimelineInput>

/**
 * One or more revisions of an environment that are close in time. `count` is their number; the details are of the last
 * one.
 */
export const TimelineMark = z.strictObject({
  environment: ScopeKey,
  count: z.int().min(1),
  first: Instant,
  last: Instant,
  number: DatabaseInt.min(1),
  actor: z.string(),
  message: z.string(),
  /** The distinct marks of these revisions: bypassed, emergency or restore, for example. */
  marks: list(RevisionMark),
})
export type TimelineMark = z.infer<typeof TimelineMark>

/** Oldest first. Each environment has at most one mark per bucket. */
export const Timeline = z.strictObject({ marks: list(TimelineMark), total: z.int().min(0) })
export type Timeline = z.infer<typeof Timeline>

/** Newest first. `before` is the `next` of the previous page. Without it, starts at `until`. */
export const ProjectRevisionsInput = ProjectHistoryInput.extend({
  until: Instant.optional(),
  before: z.string().max(100).optional(),
  limit: z.int().min(1).max(100).default(30),
})
export type ProjectRevisionsInput = z.input<typeof ProjectRevisionsInput>

/** A revision with the first of its subjects, and the total number of subjects. */
export const ProjectRevision = Revision.extend({ touched: z.int().min(0) })
export type ProjectRevision = z.infer<typeof ProjectRevision>

export const ProjectRevisions = z.strictObject({ revisions: list(ProjectRevision), next: z.string().nullable() })
export type ProjectRevisions = z.infer<typeof ProjectRevisions>
