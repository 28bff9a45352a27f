import { z } from 'zod'
import { Instant } from '../../../schemas/keys.ts'

const Stored = z.strictObject({ rows: z.int(), bytes: z.int(), lastDay: z.int() })

const Spread = z.strictObject({ p50: z.number().nonnegative(), p99: z.number().nonnegative() })

export const Minute = z.strictObject({
  /** The start of the minute. */
  at: Instant,
  /** The maximum number of application streams that were open at once. */
  streams: z.int(),
  /** Revisions published by any server. */
  publishes: z.int(),
  /** Requests answered with a status of 400 to 499, and with 500 or more. */
  refused: z.int(),
  failed: z.int(),
  /** Time from a publish until it was written to every stream of this server. Null if nothing was published. */
  propagationMs: Spread.nullable(),
  /** Response time of the database, probed every 5 seconds. Null if it did not respond. */
  databaseMs: Spread.nullable(),
})
export type Minute = z.infer<typeof Minute>

/** The state of one server and its database, for operators. */
export const SystemStatus = z.strictObject({
  version: z.string(),
  node: z.string(),
  startedAt: Instant,
  memoryBytes: z.int(),
  publicUrl: z.string(),
  database: z.strictObject({
    version: z.string(),
    bytes: z.int(),
    /** The last migration that was applied. */
    migration: z.string(),
    answeredInMs: z.int(),
  }),
  /**
   * Stored events and exposures: rows, disk space, rows per day, and free disk space if the database runs on this
   * machine.
   */
  measured: z.strictObject({
    events: Stored,
    exposures: Stored,
    freeBytes: z.int().nullable(),
  }),
  /** Milliseconds by which this machine's clock is ahead of the database's. */
  clockAheadMs: z.int(),
  /** Whether the server is notified of changes immediately, and until when it has read the log. */
  notifications: z.boolean(),
  logReadAt: Instant.nullable(),
  /** Application streams that are open at this server. */
  connectedPrograms: z.int(),
  /** The minutes of the last hour in which this server ran, oldest first. The last one is not complete. */
  lastHour: z.array(Minute).max(60),
  mail: z.boolean(),
  privateAddresses: z.boolean(),
})
export type SystemStatus = z.infer<typeof SystemStatus>
