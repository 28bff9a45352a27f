import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { Instant, Key, ScopeKey } from '../../../schemas/keys.ts'
import { webAddress } from '../../../schemas/web-address.ts'
import { InProject } from '../../projects/schemas/project.ts'

/** What a harmful guard does: undo the ramp, or pause it until someone decides. */
export const GuardReaction = z.enum(['roll-back', 'pause'])
export type GuardReaction = z.infer<typeof GuardReaction>

const counted = {
  /** The relative change that still counts as no worse: 0.05 is 5 %. */
  margin: z.number().min(0).lt(1).optional(),
  then: GuardReaction,
  /**
   * Events from pages can roll the ramp back, too. Client keys are public and events can be forged, so without this
   * they only pause it.
   */
  trustClients: z.literal(true).optional(),
}
const query = z.string().trim().min(1).max(limits.guardQueryLength)

/** Compares users with an event, between those who got the new variant and those who did not. */
export const EventGuard = z.strictObject({ event: Key, worse: z.enum(['more', 'less']), ...counted })
/** Compares users by a metric of the project, in the version of when the ramp was proposed. */
export const MetricGuard = z.strictObject({ metric: Key, ...counted })
/** Checks the number that a Prometheus query returns, or its ratio to the query `over`. */
export const QueryGuard = z.strictObject({
  prometheus: ScopeKey,
  /**
   * The placeholders `{{flag}}`, `{{environment}}`, `{{run}}`, `{{variant}}` and `{{share}}` are filled in from the
   * ramp.
   */
  query,
  over: query.optional(),
  is: z.enum(['above', 'below']),
  limit: z.number(),
  /** The number of consecutive checks that must exceed the limit. */
  times: z.int().min(1).max(10).optional(),
  then: GuardReaction,
})
/** Queries another system for its verdict. */
export const VerdictGuard = z.strictObject({ verdict: ScopeKey, then: GuardReaction })

export const RampGuard = z.union([EventGuard, MetricGuard, QueryGuard, VerdictGuard])
export type RampGuard = z.infer<typeof RampGuard>

/** The result of a guard check. `blind`: it had no data, which holds the ramp but is not harm. */
export const GuardState = z.enum(['collecting', 'watching', 'fine', 'against', 'blind'])
export type GuardState = z.infer<typeof GuardState>

/** Users of one arm, and how many of them had the event. */
const UserCounts = z.strictObject({ units: z.int().min(0), did: z.int().min(0) })
/**
 * Users of one arm with a complete window, the numerator and denominator, and the number of users excluded as robots.
 */
const UserSums = z.strictObject({ units: z.int().min(0), over: z.number(), under: z.number(), robots: z.int().min(0) })
const GuardArmData = z.union([UserCounts, UserSums])

/** The result of one guard at a check. */
export const GuardResult = z.strictObject({
  /** What it watches, in a few words. */
  name: z.string(),
  state: GuardState,
  /** What it found, as a sentence. */
  text: z.string(),
  /** Whether it would also be harmful without reports from pages. */
  trusted: z.boolean(),
  then: GuardReaction,
  /** The e-value against no harm (1/p for ratios), and the limit from which it counts as harm. */
  evidence: z.number().nullable(),
  limit: z.number().nullable(),
  treatment: GuardArmData.nullable(),
  control: GuardArmData.nullable(),
  /** For queries: the value that was read. */
  value: z.number().nullable(),
  /** The number of consecutive checks that exceeded the limit or got no response. */
  streak: z.int().min(0),
})
export type GuardResult = z.infer<typeof GuardResult>

/** The result of a check. `watching`: nothing is harmful, but the next step waits. */
export const LookVerdict = z.enum(['ok', 'watching', 'paused', 'rolled-back'])
export type LookVerdict = z.infer<typeof LookVerdict>

/** Whether each variant reports as many users as it was given. Null if users are not counted. */
export const ReportsResult = z.strictObject({
  state: z.enum(['none', 'as-given', 'fewer', 'more']),
  trusted: z.boolean(),
  treatment: z.int().min(0),
  control: z.int().min(0),
  evidence: z.number(),
  limit: z.number(),
  /** The last time an application reported exposures. */
  lastAt: Instant.nullable(),
})
export type ReportsResult = z.infer<typeof ReportsResult>

/** The data and result of one check. Never changes once recorded. */
export const GuardCheckResult = z.strictObject({
  step: z.int().min(0),
  verdict: LookVerdict,
  why: z.string().nullable(),
  reports: ReportsResult.nullable(),
  guards: list(GuardResult),
})
export type GuardCheckResult = z.infer<typeof GuardCheckResult>

export const RampLook = GuardCheckResult.extend({ number: DatabaseInt.min(1), at: Instant })
export type RampLook = z.infer<typeof RampLook>

/** Oldest first: recent checks, and all checks that had a consequence. */
export const RampLooks = z.strictObject({
  looks: list(RampLook),
  /** When the next check is due. Null if none is. */
  nextAt: Instant.nullable(),
})
export type RampLooks = z.infer<typeof RampLooks>

/** Another system that guards query. */
export const GuardSource = z.strictObject({
  key: ScopeKey,
  kind: z.enum(['prometheus', 'verdict']),
  url: z.string(),
  /** Whether it has a secret. The secret itself is never returned. */
  hasSecret: z.boolean(),
  by: z.string(),
  at: Instant,
  /** Names what is saved; a save names the version that its author saw. */
  version: z.string(),
  /** The ramps that query it and have not ended, newest first. */
  usedBy: list(z.strictObject({ ramp: DatabaseInt.min(1), flag: Key, environment: ScopeKey })),
})
export type GuardSource = z.infer<typeof GuardSource>

/**
 * `secret`: a bearer token for Prometheus, or the key that signs requests to a verdict service. If omitted, it stays
 * unchanged.
 */
export const SaveGuardSourceInput = InProject.extend({
  key: ScopeKey,
  kind: z.enum(['prometheus', 'verdict']),
  url: webAddress({ error: 'enter an address such as https://prometheus.example.com' }),
  secret: z.string().min(1).max(4_096).nullable().optional(),
  /** The version of the source as its author saw it; left out for a new one. Another one is refused with `source/edited`. */
  version: Instant.optional(),
})
export type SaveGuardSourceInput = z.infer<typeof SaveGuardSourceInput>
export const GuardSourceReference = InProject.extend({ key: ScopeKey })
export type GuardSourceReference = z.infer<typeof GuardSourceReference>

/** The result of testing a source: a query that any Prometheus answers, or a verdict request about no ramp. */
export const GuardSourceAnswer = z.strictObject({
  /** Whether a guard could use this response. */
  ok: z.boolean(),
  text: z.string(),
  /** Response time in milliseconds. */
  ms: z.int().min(0),
})
export type GuardSourceAnswer = z.infer<typeof GuardSourceAnswer>

/** A secret, returned only once. */
export const GuardSourceSecret = z.strictObject({ source: GuardSource, secret: z.string() })
export type GuardSourceSecret = z.infer<typeof GuardSourceSecret>
