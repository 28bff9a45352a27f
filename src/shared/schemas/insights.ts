import { z } from 'zod'
import { list } from './bounded.ts'
import { Permanence } from './flag-view.ts'
import { Instant, Key } from './keys.ts'
import { InEnvironment } from './project.ts'
import { ActorView } from './revision.ts'

/** Where a flag stands in its life, derived from the log and from what programs counted: specification, section 4. */
export const FlagState = z.enum(['draft', 'live', 'settled', 'stale'])
export type FlagState = z.infer<typeof FlagState>

/** Whether a flag can go at once (`safe`: nothing asks for it), or after a look (`check`). */
export const CleanupBucket = z.enum(['safe', 'check'])
export type CleanupBucket = z.infer<typeof CleanupBucket>

export const FlagInsight = z.strictObject({
  flag: Key,
  name: z.string(),
  permanence: Permanence,
  state: FlagState,
  /** Null for a flag that is still of use. */
  bucket: CleanupBucket.nullable(),
  /** The variant everybody gets in every protected environment (null: the caller's default), and since when at least. */
  settled: z.strictObject({ variant: Key.nullable(), since: Instant }).nullable(),
  /** The last hour in which a program asked for it, within 30 days; null where none did. */
  lastSeenAt: Instant.nullable(),
  /** How often programs asked for it in the last 24 hours, in all environments. */
  evaluationsPerDay: z.int().min(0),
  /** Flags that name it: it cannot go before they do. */
  requiredBy: list(Key),
})
export type FlagInsight = z.infer<typeof FlagInsight>

/** `reporting`: whether any program counted anything here in 30 days. Where none did, silence says nothing of a flag. */
export const FlagStates = z.strictObject({ reporting: z.boolean(), flags: list(FlagInsight) })
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
