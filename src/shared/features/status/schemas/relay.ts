import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { Instant } from '../../../schemas/keys.ts'

/** How a relay names a key it met: by the SHA-256 of its text, by the public id of a client key, or by its id. */
const RelayedName = z
  .string()
  .regex(
    /^([0-9a-f]{64}|client:[0-9a-f]{24}|id:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
    'is neither the SHA-256 of a key nor “client:” and a public id, nor “id:” and an id',
  )

/** A key that works, as a relay is told of it. */
export const RelayedKey = z.strictObject({
  /** As it was asked for. */
  name: z.string(),
  keyId: z.string(),
  kind: z.enum(['server', 'client']),
  allowedOrigins: list(z.string()),
  expiresAt: Instant.nullable(),
  /** How long ago the database said so, in ms: through relays of relays it grows. */
  ageMs: z.int().min(0),
})
export type RelayedKey = z.infer<typeof RelayedKey>

/** A build that programs of a relay run. */
const RelayedBuild = z.strictObject({
  digest: z.string().regex(/^[0-9a-f]{64}$/, 'is no SHA-256'),
  /** How many streams of it are open. */
  programs: z.int().min(0).max(1e9),
})

/** What a relay asks with a server key of an environment. */
export const RelayQuestion = z.strictObject({
  /** By which servers tell relays apart; made anew with every start. */
  relay: z.uuid(),
  keys: list(RelayedName).max(limits.relayKeysAsked),
  builds: list(RelayedBuild).max(limits.buildsPerEnvironment).default([]),
})
export type RelayQuestion = z.output<typeof RelayQuestion>

export const RelayAnswer = z.strictObject({
  /** What the asker's own key opens. */
  environmentId: z.string(),
  project: z.string(),
  environment: z.string(),
  keyId: z.string(),
  /** The newest revision that is known where it was asked. */
  revision: DatabaseInt,
  /** Those that work and open the same environment; whatever else was named does not. */
  keys: list(RelayedKey),
  /** Of the builds, those that nobody has declared here. */
  unknownBuilds: list(z.string()),
})
export type RelayAnswer = z.infer<typeof RelayAnswer>
