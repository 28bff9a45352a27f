import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list, record } from '../../../schemas/bounded.ts'
import { Id, Instant, Key, ScopeKey } from '../../../schemas/keys.ts'
import { pageFrom } from '../../../schemas/page.ts'
import { Permanence } from '../../flags/schemas/flag-view.ts'
import { InEnvironment, InProject } from '../../projects/schemas/project.ts'
import { ActorView } from '../../publishing/schemas/revision.ts'

/** A flag's lifecycle state, derived from the log and from evaluation counts: specification, section 4. */
export const FlagState = z.enum(['draft', 'live', 'settled', 'stale'])
export type FlagState = z.infer<typeof FlagState>

/** What to do with a flag that may no longer be needed: `archive` it, `remove` it from code first, or `keep` it. */
export const CleanupVerdict = z.enum(['archive', 'remove', 'keep'])
export type CleanupVerdict = z.infer<typeof CleanupVerdict>
/** The reasons; each belongs to one verdict. */
export const CleanupReason = z.enum([
  'permanent',
  'required',
  'promised',
  'rolling',
  'built',
  'read',
  'evaluated',
  'unread',
  'unseen',
  'unknown',
])
export type CleanupReason = z.infer<typeof CleanupReason>

export const FlagInsight = z.strictObject({
  flag: Key,
  name: z.string(),
  permanence: Permanence,
  state: FlagState,
  owner: z.strictObject({ id: Id, name: z.string() }).nullable(),
  /** What to do with it, and why. Null for a flag that is still needed. */
  verdict: CleanupVerdict.nullable(),
  why: CleanupReason.nullable(),
  /**
   * The variant that everyone gets in all protected environments (null: the caller's default), and since when at least.
   */
  settled: z.strictObject({ variant: Key.nullable(), since: Instant }).nullable(),
  /** The last hour with an evaluation within 30 days. Null if there was none. */
  lastSeenAt: Instant.nullable(),
  /** The number of evaluations in the last 24 hours, in all environments. */
  evaluationsPerDay: z.int().min(0),
  /** Flags that reference it. They must be removed first. */
  requiredBy: list(Key),
  /** Enforced promises that name it. */
  promises: list(Key),
  /**
   * Live builds of server keys that declare it, with the names of some. `told`: any build of the project reports its
   * flags.
   */
  builds: z.strictObject({ told: z.boolean(), live: z.int().min(0), names: list(z.string()) }),
  /**
   * From scanned code: when a branch was last scanned, how often the flag is read, and the commit that removed the last
   * read.
   */
  code: z.strictObject({
    scannedAt: Instant.nullable(),
    reads: z.int().min(0),
    gone: z.strictObject({ repository: z.string(), branch: z.string(), commit: z.string(), at: Instant }).nullable(),
  }),
})
export type FlagInsight = z.infer<typeof FlagInsight>

/** A page of the live flags, or of those with a cleanup verdict. `cursor` is the `next` of the previous page. */
export const FlagStatesInput = InProject.extend({
  verdict: CleanupVerdict.optional(),
  /** Part of the flag's key or name. */
  query: z.string().max(limits.nameLength).optional(),
  ...pageFrom(Key),
  limit: z.int().min(1).max(limits.flagListRows).default(limits.flagListRows),
})
export type FlagStatesInput = z.input<typeof FlagStatesInput>

/** Ordered by flag key. */
export const FlagStates = z.strictObject({
  /**
   * Whether any application reported evaluation counts within 30 days. If not, a flag without evaluations may still be
   * in use.
   */
  reporting: z.boolean(),
  /** The number of flags with each verdict, independent of the page. */
  totals: z.strictObject({ archive: z.int().min(0), remove: z.int().min(0), keep: z.int().min(0) }),
  flags: list(FlagInsight),
  /** The last key of this page. Null at the end. */
  next: Key.nullable(),
})
export type FlagStates = z.infer<typeof FlagStates>

/** Documentation of a flag, for generated declarations. */
export const FlagNote = z.strictObject({
  flag: Key,
  description: z.string(),
  /** The variant that a settled flag serves to everyone (null: the caller's default). */
  settled: z.strictObject({ variant: Key.nullable() }).nullable(),
})
export type FlagNote = z.infer<typeof FlagNote>

export const FlagNotes = z.strictObject({ flags: list(FlagNote) })
export type FlagNotes = z.infer<typeof FlagNotes>

/** Ranges of the evaluation chart: a day or a week in steps of an hour, a month in steps of six hours. */
export const UsageRange = z.enum(['day', 'week', 'month'])
export type UsageRange = z.infer<typeof UsageRange>

export const UsageInput = InEnvironment.extend({ flag: Key, range: UsageRange.default('week') })
export type UsageInput = z.input<typeof UsageInput>

/** Evaluations of one flag in one environment over time, in steps of equal length. */
export const Usage = z.strictObject({
  /** The start of each step. The last step is not complete. */
  steps: list(Instant),
  stepMs: z.int().min(1),
  /**
   * Variants, most served first; `null` is the caller's default. A count is null if no application reported in that
   * step.
   */
  series: list(z.strictObject({ variant: Key.nullable(), counts: list(z.int().min(0).nullable()) })),
  total: z.int().min(0),
  /** The last hour with an evaluation, independent of the range. Null if there never was one. */
  lastSeenAt: Instant.nullable(),
  /** How often a remote evaluation exceeded its budget, since this server started. */
  overBudget: z.int().min(0),
  /** The revisions in this range that changed the flag. */
  published: list(z.strictObject({ number: z.int(), at: Instant, actor: ActorView, message: z.string() })),
})
export type Usage = z.infer<typeof Usage>

export const FlagLivesInput = InProject.extend({ flags: list(Key).min(1).max(limits.flagListRows) })
export type FlagLivesInput = z.infer<typeof FlagLivesInput>

const Count = z.int().min(0)

/** Recent activity of a flag: its state, evaluations of the last 24 hours, and scheduled changes. */
export const FlagLife = z.strictObject({
  flag: Key,
  state: FlagState,
  /** Evaluations in each of the last 24 hours, in all environments, oldest first. */
  hours: list(Count),
  /** Evaluations in those hours by environment and variant. Null is the caller's default. */
  given: record(ScopeKey, list(z.tuple([Key.nullable(), Count]))),
  /** Environments in which it is being rolled out: a rule, or the default serve, serves a share of users. */
  rollingIn: list(ScopeKey),
  /** Environments in which it was turned off in an emergency and is still off. */
  killedIn: list(ScopeKey),
  /** The next scheduled change that includes it. */
  next: z.strictObject({ change: z.int(), title: z.string(), at: Instant, places: list(ScopeKey) }).nullable(),
})
export type FlagLife = z.infer<typeof FlagLife>

/** `reporting`: whether any application reported evaluation counts in these hours. */
export const FlagLives = z.strictObject({ reporting: z.boolean(), lives: list(FlagLife) })
export type FlagLives = z.infer<typeof FlagLives>

export const EvaluationsInput = InProject.extend({ range: UsageRange.default('day') })
export type EvaluationsInput = z.input<typeof EvaluationsInput>

/** A count is null if no application reported. `before` is the sum over the preceding period of equal length. */
export const Evaluations = z.strictObject({
  steps: list(Instant),
  stepMs: z.int().min(1),
  series: list(z.strictObject({ environment: ScopeKey, counts: list(Count.nullable()) })),
  total: Count,
  before: Count,
})
export type Evaluations = z.infer<typeof Evaluations>

/** `cursor` is the `next` of the previous page. */
export const RolloutsInput = InProject.extend({
  ...pageFrom(Key),
  limit: z.int().min(1).max(100).default(10),
})
export type RolloutsInput = z.input<typeof RolloutsInput>

/**
 * A flag that is being rolled out in a protected environment (or in any, if the project has no protected one): the
 * variant and its share.
 */
export const Rollout = z.strictObject({
  flag: Key,
  name: z.string(),
  environment: ScopeKey,
  variant: Key,
  /** The current share, in weight units. */
  weight: Count,
  since: Instant,
  next: FlagLife.shape.next,
})
export type Rollout = z.infer<typeof Rollout>

/** Ordered by flag key. */
export const Rollouts = z.strictObject({ rollouts: list(Rollout), total: Count, next: Key.nullable() })
export type Rollouts = z.infer<typeof Rollouts>
