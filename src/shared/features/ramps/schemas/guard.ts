import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { Instant, Key, ScopeKey } from '../../../schemas/keys.ts'
import { webAddress } from '../../../schemas/web-address.ts'
import { InProject } from '../../projects/schemas/project.ts'

/** What happens where a guard is against: the ramp is undone, or stands still until somebody decides. */
export const GuardThen = z.enum(['roll-back', 'pause'])
export type GuardThen = z.infer<typeof GuardThen>

const counted = {
  /** How much worse still counts as no worse, relative: 0.05 is 5 %. */
  margin: z.number().min(0).lt(1).optional(),
  then: GuardThen,
  /** What pages say undoes a ramp, too. Whoever has a client key may lie, so it only pauses without this. */
  trustClients: z.literal(true).optional(),
}
const query = z.string().trim().min(1).max(limits.guardQueryLength)

/** Users who did something, compared between those who were given the new variant and those who were not. */
export const EventGuard = z.strictObject({ event: Key, worse: z.enum(['more', 'less']), ...counted })
/** The same by a metric of the project, as it was when the ramp was proposed. */
export const MetricGuard = z.strictObject({ metric: Key, ...counted })
/** A number that a Prometheus has; with `over`, the one in proportion to the other. */
export const QueryGuard = z.strictObject({
  prometheus: ScopeKey,
  /** `{{flag}}`, `{{environment}}`, `{{run}}`, `{{variant}}` and `{{share}}` stand for the ramp’s. */
  query,
  over: query.optional(),
  is: z.enum(['above', 'below']),
  limit: z.number(),
  /** So many looks in a row. */
  times: z.int().min(1).max(10).optional(),
  then: GuardThen,
})
/** What another system says when it is asked. */
export const VerdictGuard = z.strictObject({ verdict: ScopeKey, then: GuardThen })

/** What a ramp is watched by. */
export const RampGuard = z.union([EventGuard, MetricGuard, QueryGuard, VerdictGuard])
export type RampGuard = z.infer<typeof RampGuard>

/** What a guard says at a look. `blind`: it could not see; that holds the ramp and is no harm. */
export const GuardState = z.enum(['collecting', 'watching', 'fine', 'against', 'blind'])
export type GuardState = z.infer<typeof GuardState>

/** Users of one arm, and how many of them did it. */
const Counted = z.strictObject({ units: z.int().min(0), did: z.int().min(0) })
/** Users of one arm who have had the whole window, what is divided by what, and who was left out as a robot. */
const Divided = z.strictObject({ units: z.int().min(0), over: z.number(), under: z.number(), robots: z.int().min(0) })
const ArmSeen = z.union([Counted, Divided])

/** What one guard saw at a look. */
export const GuardSeen = z.strictObject({
  /** What it watches, in a few words. */
  name: z.string(),
  state: GuardState,
  /** What it saw, in a sentence. */
  text: z.string(),
  /** Whether what is against would be so without what pages said. */
  trusted: z.boolean(),
  then: GuardThen,
  /** E against no harm (of a ratio 1/p), and from where on it is against. */
  evidence: z.number().nullable(),
  limit: z.number().nullable(),
  treatment: ArmSeen.nullable(),
  control: ArmSeen.nullable(),
  /** Of a query. */
  value: z.number().nullable(),
  /** So many looks in a row it was over its limit, or did not answer. */
  streak: z.int().min(0),
})
export type GuardSeen = z.infer<typeof GuardSeen>

/** What a look comes to. `watching`: nothing is against, and the next step waits. */
export const LookVerdict = z.enum(['ok', 'watching', 'paused', 'rolled-back'])
export type LookVerdict = z.infer<typeof LookVerdict>

/** Whether both variants report as many users as were given them; null where nobody is counted. */
export const ReportsSeen = z.strictObject({
  state: z.enum(['none', 'as-given', 'fewer', 'more']),
  trusted: z.boolean(),
  treatment: z.int().min(0),
  control: z.int().min(0),
  evidence: z.number(),
  limit: z.number(),
  /** When a program last said whom it gave what. */
  lastAt: Instant.nullable(),
})
export type ReportsSeen = z.infer<typeof ReportsSeen>

/** What was seen at one moment, and what it came to; kept as it was. */
export const LookBody = z.strictObject({
  step: z.int().min(0),
  verdict: LookVerdict,
  why: z.string().nullable(),
  reports: ReportsSeen.nullable(),
  guards: list(GuardSeen),
})
export type LookBody = z.infer<typeof LookBody>

export const RampLook = LookBody.extend({ number: DatabaseInt.min(1), at: Instant })
export type RampLook = z.infer<typeof RampLook>

/** Oldest first: those of the last time, and every one that something followed from. */
export const RampLooks = z.strictObject({
  looks: list(RampLook),
  /** When it is looked at next; null where it is not. */
  nextAt: Instant.nullable(),
})
export type RampLooks = z.infer<typeof RampLooks>

/** Another system that guards ask. */
export const GuardSource = z.strictObject({
  key: ScopeKey,
  kind: z.enum(['prometheus', 'verdict']),
  url: z.string(),
  /** Whether it has a secret; that is shown nowhere. */
  hasSecret: z.boolean(),
  by: z.string(),
  at: Instant,
  /** The ramps that ask it and are not over, newest first. */
  usedBy: list(z.strictObject({ ramp: DatabaseInt.min(1), flag: Key, environment: ScopeKey })),
})
export type GuardSource = z.infer<typeof GuardSource>

/** `secret`: a bearer token of a Prometheus, or what questions to a verdict are signed with; left out, it stays as it is. */
export const SaveGuardSourceInput = InProject.extend({
  key: ScopeKey,
  kind: z.enum(['prometheus', 'verdict']),
  url: webAddress({ error: 'enter an address such as https://prometheus.example.com' }),
  secret: z.string().min(1).max(4_096).nullable().optional(),
})
export type SaveGuardSourceInput = z.infer<typeof SaveGuardSourceInput>
export const GuardSourceReference = InProject.extend({ key: ScopeKey })
export type GuardSourceReference = z.infer<typeof GuardSourceReference>

/** A source is asked once: by a query that any Prometheus answers, or for a verdict about no ramp. */
export const GuardSourceAnswer = z.strictObject({
  /** Whether a guard could see by this answer. */
  ok: z.boolean(),
  text: z.string(),
  /** How long it took. */
  ms: z.int().min(0),
})
export type GuardSourceAnswer = z.infer<typeof GuardSourceAnswer>

/** A secret, shown once. */
export const GuardSourceSecret = z.strictObject({ source: GuardSource, secret: z.string() })
export type GuardSourceSecret = z.infer<typeof GuardSourceSecret>
