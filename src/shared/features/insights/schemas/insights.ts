import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list, record } from '../../../schemas/bounded.ts'
import { Id, Instant, Key, ScopeKey } from '../../../schemas/keys.ts'
import { pageFrom } from '../../../schemas/page.ts'
import { Permanence } from '../../flags/schemas/flag-view.ts'
import { InEnvironment, InProject } from '../../projects/schemas/project.ts'
import { ActorView } from '../../publishing/schemas/revision.ts'

/** Where a flag stands in its life, derived from the log and from what programs counted: specification, section 4. */
export const FlagState = z.enum(['draft', 'live', 'settled', 'stale'])
export type FlagState = z.infer<typeof FlagState>

/** What is to be done with a flag that has done its work: `archive` it, `remove` it from code first, or `keep` it. */
export const CleanupVerdict = z.enum(['archive', 'remove', 'keep'])
export type CleanupVerdict = z.infer<typeof CleanupVerdict>
/** Why, each for one verdict. */
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
  /** What is to be done with it, and why; null for a flag that is still of use. */
  verdict: CleanupVerdict.nullable(),
  why: CleanupReason.nullable(),
  /** The variant everybody gets in every protected environment (null: the caller's default), and since when at least. */
  settled: z.strictObject({ variant: Key.nullable(), since: Instant }).nullable(),
  /** The last hour in which a program asked for it, within 30 days; null where none did. */
  lastSeenAt: Instant.nullable(),
  /** How often programs asked for it in the last 24 hours, in all environments. */
  evaluationsPerDay: z.int().min(0),
  /** Flags that name it: it cannot go before they do. */
  requiredBy: list(Key),
  /** Promises that refuse and name it. */
  promises: list(Key),
  /** How many live builds of server keys declare it, with the names of some; `told`: any of the project tells of itself. */
  builds: z.strictObject({ told: z.boolean(), live: z.int().min(0), names: list(z.string()) }),
  /** What scanned code says: when a branch was scanned last, how often the flag is read, and with which commit the last read left. */
  code: z.strictObject({
    scannedAt: Instant.nullable(),
    reads: z.int().min(0),
    gone: z.strictObject({ repository: z.string(), branch: z.string(), commit: z.string(), at: Instant }).nullable(),
  }),
})
export type FlagInsight = z.infer<typeof FlagInsight>

/** A page of the live flags, or of those that cleaning up asks about; `cursor` is the answer's `next` of the page before. */
export const FlagStatesInput = InProject.extend({
  verdict: CleanupVerdict.optional(),
  /** A part of its key or name. */
  query: z.string().max(limits.nameLength).optional(),
  ...pageFrom(Key),
  limit: z.int().min(1).max(limits.flagListRows).default(limits.flagListRows),
})
export type FlagStatesInput = z.input<typeof FlagStatesInput>

/** By key of the flag. */
export const FlagStates = z.strictObject({
  /** Whether any program counted anything here in 30 days. Where none did, silence says nothing of a flag. */
  reporting: z.boolean(),
  /** How many flags of the project have each verdict, whatever the page shows. */
  totals: z.strictObject({ archive: z.int().min(0), remove: z.int().min(0), keep: z.int().min(0) }),
  flags: list(FlagInsight),
  /** The last key of this page where flags follow; null at the end. */
  next: Key.nullable(),
})
export type FlagStates = z.infer<typeof FlagStates>

/** What a declaration of a flag says beside its type. */
export const FlagNote = z.strictObject({
  flag: Key,
  description: z.string(),
  /** The variant that everybody has had for so long that the flag has settled (null: the caller's default). */
  settled: z.strictObject({ variant: Key.nullable() }).nullable(),
})
export type FlagNote = z.infer<typeof FlagNote>

export const FlagNotes = z.strictObject({ flags: list(FlagNote) })
export type FlagNotes = z.infer<typeof FlagNotes>

/** How far back evaluations are shown: a day by the hour, a week by the hour, a month by six hours. */
export const UsageRange = z.enum(['day', 'week', 'month'])
export type UsageRange = z.infer<typeof UsageRange>

export const UsageInput = InEnvironment.extend({ flag: Key, range: UsageRange.default('week') })
export type UsageInput = z.input<typeof UsageInput>

/** Evaluations of one flag in one environment over time, in steps of equal length. */
export const Usage = z.strictObject({
  /** The beginning of each step; the last one is not over. */
  steps: list(Instant),
  stepMs: z.int().min(1),
  /** Variants, most given first, `null` for the caller's own default. A count is null where no program reported at all. */
  series: list(z.strictObject({ variant: Key.nullable(), counts: list(z.int().min(0).nullable()) })),
  total: z.int().min(0),
  /** The last hour in which a program asked for it, in any range; null where none ever did. */
  lastSeenAt: Instant.nullable(),
  /** How often an evaluation by request took more than one may, since the server that answers this started. */
  overBudget: z.int().min(0),
  /** Revisions of these steps that changed the flag. */
  published: list(z.strictObject({ number: z.int(), at: Instant, actor: ActorView, message: z.string() })),
})
export type Usage = z.infer<typeof Usage>

/** The flags of one page of a list. */
export const FlagLivesInput = InProject.extend({ flags: list(Key).min(1).max(limits.flagListRows) })
export type FlagLivesInput = z.infer<typeof FlagLivesInput>

const Count = z.int().min(0)

/** How one flag does lately: its state, what programs were given in 24 hours, and what is coming. */
export const FlagLife = z.strictObject({
  flag: Key,
  state: FlagState,
  /** Evaluations in each of the last 24 hours, in all environments, the oldest first. */
  hours: list(Count),
  /** How often each variant was given in those hours, by environment; null for the caller's own default. */
  given: record(ScopeKey, list(z.tuple([Key.nullable(), Count]))),
  /** The environments in which it is on its way: set to a part of everyone, by a rule or for everyone else. */
  rollingIn: list(ScopeKey),
  /** The environments in which it was turned off in an emergency, and still is. */
  killedIn: list(ScopeKey),
  /** The next scheduled change about it. */
  next: z.strictObject({ change: z.int(), title: z.string(), at: Instant, places: list(ScopeKey) }).nullable(),
})
export type FlagLife = z.infer<typeof FlagLife>

/** `reporting`: whether programs counted anything in any of these hours. */
export const FlagLives = z.strictObject({ reporting: z.boolean(), lives: list(FlagLife) })
export type FlagLives = z.infer<typeof FlagLives>

/** How often the flags of a project were asked for, over time. */
export const EvaluationsInput = InProject.extend({ range: UsageRange.default('day') })
export type EvaluationsInput = z.input<typeof EvaluationsInput>

/** A count is null where no program reported at all; `before` is the sum of as long a time before. */
export const Evaluations = z.strictObject({
  steps: list(Instant),
  stepMs: z.int().min(1),
  series: list(z.strictObject({ environment: ScopeKey, counts: list(Count.nullable()) })),
  total: Count,
  before: Count,
})
export type Evaluations = z.infer<typeof Evaluations>

/** `cursor` is the `next` of the page before. */
export const RolloutsInput = InProject.extend({
  ...pageFrom(Key),
  limit: z.int().min(1).max(100).default(10),
})
export type RolloutsInput = z.input<typeof RolloutsInput>

/** A flag on its way in an environment where people are protected (in any, where none is): the variant, and how far. */
export const Rollout = z.strictObject({
  flag: Key,
  name: z.string(),
  environment: ScopeKey,
  variant: Key,
  /** What it is set to, in weight units. */
  weight: Count,
  since: Instant,
  next: FlagLife.shape.next,
})
export type Rollout = z.infer<typeof Rollout>

/** By key of the flag. */
export const Rollouts = z.strictObject({ rollouts: list(Rollout), total: Count, next: Key.nullable() })
export type Rollouts = z.infer<typeof Rollouts>
