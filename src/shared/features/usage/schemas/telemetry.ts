import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list, record } from '../../../schemas/bounded.ts'
import { Instant, Json } from '../../../schemas/keys.ts'
import { InEnvironment } from '../../projects/schemas/project.ts'

/** A sample context that can be stored: JSON of limited size. */
export const SampledContext = record(z.string().max(limits.valueLength), Json).refine(
  (context) => JSON.stringify(context).length <= limits.sampledContextCharacters,
  'is too long',
)
export type SampledContext = z.infer<typeof SampledContext>

/** How many contexts an application should send with its next report, and which attributes to remove from them. */
export const SamplingRequest = z.strictObject({
  contexts: z.int().min(1).max(limits.sampledContexts),
  without: list(z.string()),
})
export type SamplingRequest = z.infer<typeof SamplingRequest>

/** An exposure as reported by client libraries that predate runs. */
export const Exposure = z.strictObject({
  flag: z.string().min(1).max(100),
  variant: z.string().min(1).max(100),
  targetingKey: z.string().min(1).max(limits.valueLength),
  at: Instant,
})
export type Exposure = z.infer<typeof Exposure>

/**
 * Evaluation counts of an application since its last report. `variant` is null if the caller's default was returned.
 */
export const TelemetryReport = z.strictObject({
  /** Random id of the running process, to count instances. */
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
  /** Sample contexts without personal data. Only sent if the server requested them. */
  contexts: list(SampledContext).max(limits.sampledContexts).optional(),
  /** Sent by older libraries. Accepted and ignored, because exposures are now sent in batches. */
  exposures: list(Exposure).max(limits.exposuresPerReport).optional(),
  /** Evaluations that were not counted because the counters were full or an earlier report was lost. */
  dropped: z.int().min(0).max(1e12),
  /** Id of a report that is retried until it is acknowledged, as relays do. It is counted once. */
  batch: z.uuid().optional(),
})
export type TelemetryReport = z.infer<typeof TelemetryReport>

export const TelemetryReceipt = z.strictObject({
  accepted: z.int().min(0),
  /** Null if the environment stores no sample contexts. */
  sampling: SamplingRequest.nullable(),
})
export type TelemetryReceipt = z.infer<typeof TelemetryReceipt>

export const RecentContextsInput = InEnvironment.extend({
  most: z.int().min(1).max(limits.keptContexts).default(limits.keptContexts),
})
export type RecentContextsInput = z.output<typeof RecentContextsInput>

/** Recently evaluated contexts, newest first. */
export const RecentContexts = z.strictObject({
  /** Whether the environment stores contexts now. If not, these are older ones. */
  sampling: z.boolean(),
  contexts: list(z.strictObject({ context: SampledContext, seenAt: Instant })),
})
export type RecentContexts = z.infer<typeof RecentContexts>
