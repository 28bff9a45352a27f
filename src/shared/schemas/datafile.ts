import { z } from 'zod'
import { record } from './bounded.ts'
import { DatabaseInt } from './database-int.ts'
import { FlagDocument } from './flag.ts'
import { Instant, Key, ScopeKey } from './keys.ts'
import { SegmentDocument } from './segment.ts'

/** One environment at one revision: everything a program needs to evaluate its flags alone. */
export const Datafile = z.strictObject({
  format: z.literal(1),
  project: ScopeKey,
  environment: ScopeKey,
  revision: DatabaseInt,
  publishedAt: Instant,
  digest: z.string(),
  flags: record(Key, FlagDocument),
  segments: record(Key, SegmentDocument),
  /** Of the state as a whole, in base64url, where it was asked for; what it is over: `datafile/signed-text.ts`. */
  signature: z.string().max(100).optional(),
})
export type Datafile = z.infer<typeof Datafile>

/** What turns the datafile of revision `from` into that of revision `to`; null removes. */
export const DatafilePatch = z.strictObject({
  from: DatabaseInt,
  to: DatabaseInt,
  publishedAt: Instant,
  digest: z.string(),
  flags: record(Key, FlagDocument.nullable()),
  segments: record(Key, SegmentDocument.nullable()),
  /** Of the datafile that it leads to. */
  signature: z.string().max(100).optional(),
})
export type DatafilePatch = z.infer<typeof DatafilePatch>
