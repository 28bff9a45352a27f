import { z } from 'zod'
import { Instant } from './keys.ts'

const Stored = z.strictObject({ rows: z.int(), bytes: z.int(), lastDay: z.int() })

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
  /** Whether the server hears of changes at once, and until when it has read the log. */
  notifications: z.boolean(),
  logReadAt: Instant.nullable(),
  /** Streams of programs that are open at this server. */
  connectedPrograms: z.int(),
  mail: z.boolean(),
  privateAddresses: z.boolean(),
})
export type SystemStatus = z.infer<typeof SystemStatus>
