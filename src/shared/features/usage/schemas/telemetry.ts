import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list, record } from '../../../schemas/bounded.ts'
import { Instant, Json } from '../../../schemas/keys.ts'
import { InEnvironment } from '../../projects/schemas/project.ts'

/** A context as it may be kept: JSON, and short. */
export const SampledContext = record(z.string().max(limits.valueLength), Json).refine(
  (context) => JSON.stringify(context).length <= limits.sampledContextCharacters,
  'is too long',
)
export type SampledContext = z.infer<typeof SampledContext>

/** How many contexts a program is to send with its next report, and the attributes that must not be in them. */
export const SamplingWish = z.strictObject({
  contexts: z.int().min(1).max(limits.sampledContexts),
  without: list(z.string()),
})
export type SamplingWish = z.infer<typeof SamplingWish>

/** Somebody was shown a variant, as libraries before runs told it. */
export const Exposure = z.strictObject({
  flag: z.string().min(1).max(100),
  variant: z.string().min(1).max(100),
  targetingKey: z.string().min(1).max(limits.valueLength),
  at: Instant,
})
export type Exposure = z.infer<typeof Exposure>

/** What one program counted since its last report. `variant` is null where the caller's default was given. */
export const TelemetryReport = z.strictObject({
  /** Random id of the running program, for counting instances. */
  instance: z.string().min(1).max(100),
  /** Name and version of the client library, for example `@fanion/sdk/node 0.1.0`. */
  sdk: z.string().min(1).max(100),
  from: Instant,
  to: Instant,
  counts: list(
    z.strictObject({
      flag: z.string().min(1).max(100),
      variant: z.string().max(100).nullable(),
      count: z.int().min(1).max(1e12),
    }),
  ).max(limits.telemetryCounters),
  /** Some of the contexts that were asked about, without personal data; only where the server asks for them. */
  contexts: list(SampledContext).max(limits.sampledContexts).optional(),
  /** What older libraries send: taken and dropped, since exposures are told with batches. */
  exposures: list(Exposure).max(limits.exposuresPerReport).optional(),
  /** Evaluations that could not be counted, because the counters were full or an earlier report was lost. */
  dropped: z.int().min(0).max(1e12),
  /** Of a report that is sent until it is acknowledged, as relays do: it is counted once. */
  batch: z.uuid().optional(),
})
export type TelemetryReport = z.infer<typeof TelemetryReport>

export const TelemetryReceipt = z.strictObject({
  accepted: z.int().min(0),
  /** Null where the environment keeps no contexts. */
  sampling: SamplingWish.nullable(),
})
export type TelemetryReceipt = z.infer<typeof TelemetryReceipt>

export const RecentContextsInput = InEnvironment.extend({
  most: z.int().min(1).max(limits.keptContexts).default(limits.keptContexts),
})
export type RecentContextsInput = z.output<typeof RecentContextsInput>

/** What programs were asked about lately, newest first. */
export const RecentContexts = z.strictObject({
  /** Whether the environment keeps contexts; where not, what is here is from before. */
  sampling: z.boolean(),
  contexts: list(z.strictObject({ context: SampledContext, seenAt: Instant })),
})
export type RecentContexts = z.infer<typeof RecentContexts>
