import { z } from 'zod'
import { record } from './bounded.ts'
import { DatabaseInt } from './database-int.ts'
import { FlagDocument } from './flag.ts'
import { Instant, Key, ScopeKey } from './keys.ts'
import { SegmentDocument } from './segment.ts'

/** One environment at one revision: everything that an application needs to evaluate its flags. */
export const Datafile = z.strictObject({
  format: z.literal(1),
  project: ScopeKey,
  environment: ScopeKey,
  revision: DatabaseInt,
  publishedAt: Instant,
  digest: z.string(),
  flags: record(Key, FlagDocument),
  segments: record(Key, SegmentDocument),
  /**
   * Signature of the whole state, in base64url, if requested. The signed text is defined in `datafile/signed-text.ts`.
   */
  signature: z.string().max(100).optional(),
})
export type Datafile = z.infer<typeof Datafile>

/** Converts the datafile of revision `from` to that of revision `to`. Null removes a document. */
export const DatafilePatch = z.strictObject({
  from: DatabaseInt,
  to: DatabaseInt,
  publishedAt: Instant,
  digest: z.string(),
  flags: record(Key, FlagDocument.nullable()),
  segments: record(Key, SegmentDocument.nullable()),
  /** The signature of the resulting datafile. */
  signature: z.string().max(100).optional(),
})
export type DatafilePatch = z.infer<typeof DatafilePatch>
