import { z } from 'zod'
import { limits } from '../limits.ts'
import { Instant } from './keys.ts'

/** What one program counted since its last report. `variant` is null where the caller's default was given. */
export const TelemetryReport = z.strictObject({
  /** Random id of the running program, for counting instances. */
  instance: z.string().min(1).max(100),
  /** Name and version of the client library, for example `@fanion/sdk/node 0.1.0`. */
  sdk: z.string().min(1).max(100),
  from: Instant,
  to: Instant,
  counts: z
    .array(
      z.strictObject({
        flag: z.string().min(1).max(100),
        variant: z.string().max(100).nullable(),
        count: z.int().min(1).max(1e12),
      }),
    )
    .max(limits.telemetryCounters),
  /** Evaluations that could not be counted, because the counters were full or an earlier report was lost. */
  dropped: z.int().min(0),
})
export type TelemetryReport = z.infer<typeof TelemetryReport>

export const TelemetryReceipt = z.strictObject({ accepted: z.int().min(0) })
export type TelemetryReceipt = z.infer<typeof TelemetryReceipt>
