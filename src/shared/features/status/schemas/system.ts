import { z } from 'zod'
import { Instant } from '../../../schemas/keys.ts'

const Stored = z.strictObject({ rows: z.int(), bytes: z.int(), lastDay: z.int() })

const Spread = z.strictObject({ p50: z.number().nonnegative(), p99: z.number().nonnegative() })

/** What one server did and met in a minute. */
export const Minute = z.strictObject({
  /** Its beginning. */
  at: Instant,
  /** Most streams to programs that were open at once. */
  streams: z.int(),
  /** Revisions, whichever server published them. */
  publishes: z.int(),
  /** Requests answered by a status of 400 to 499, and by one from 500. */
  refused: z.int(),
  failed: z.int(),
  /** From a publish until it was written to every stream of this server; null where nothing was published. */
  propagationMs: Spread.nullable(),
  /** How long the database took to answer, asked every 5 seconds; null where it did not. */
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
    /** Name of the last migration that was run. */
    migration: z.string(),
    answeredInMs: z.int(),
  }),
  /** What is measured: rows kept, what they take, how many came within a day, and free room where the database is here. */
  measured: z.strictObject({
    events: Stored,
    exposures: Stored,
    freeBytes: z.int().nullable(),
  }),
  /** Milliseconds by which the clock of this machine is ahead of the database's. */
  clockAheadMs: z.int(),
  /** Whether the server hears of changes at once, and until when it has read the log. */
  notifications: z.boolean(),
  logReadAt: Instant.nullable(),
  /** Streams of programs that are open at this server. */
  connectedPrograms: z.int(),
  /** The minutes of the last hour in which this server ran, the oldest first; the last is not over. */
  lastHour: z.array(Minute).max(60),
  mail: z.boolean(),
  privateAddresses: z.boolean(),
})
export type SystemStatus = z.infer<typeof SystemStatus>
