import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { Instant } from '../../../schemas/keys.ts'

/** How a relay identifies a key: by the SHA-256 of its text, by the public id of a client key, or by its id. */
const RelayedName = z
  .string()
  .regex(
    /^([0-9a-f]{64}|client:[0-9a-f]{24}|id:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
    'is neither the SHA-256 of a key nor “client:” and a public id, nor “id:” and an id',
  )

/** A valid key, as reported to a relay. */
export const RelayedKey = z.strictObject({
  /** The name that the relay used in its request. */
  name: z.string(),
  keyId: z.string(),
  kind: z.enum(['server', 'client']),
  allowedOrigins: list(z.string()),
  expiresAt: Instant.nullable(),
  /** How long ago the database confirmed the key, in ms. It adds up over chained relays. */
  ageMs: z.int().min(0),
})
export type RelayedKey = z.infer<typeof RelayedKey>

/** A build of applications that are connected to a relay. */
const RelayedBuild = z.strictObject({
  digest: z.string().regex(/^[0-9a-f]{64}$/, 'is no SHA-256'),
  /** The number of open streams. */
  programs: z.int().min(0).max(1e9),
})

/** The request that a relay sends with a server key of an environment. */
export const RelayQuestion = z.strictObject({
  /** Identifies the relay to servers. New at every start. */
  relay: z.uuid(),
  keys: list(RelayedName).max(limits.relayKeysAsked),
  builds: list(RelayedBuild).max(limits.buildsPerEnvironment).default([]),
})
export type RelayQuestion = z.output<typeof RelayQuestion>

export const RelayAnswer = z.strictObject({
  /** The environment of the relay's own key. */
  environmentId: z.string(),
  project: z.string(),
  environment: z.string(),
  keyId: z.string(),
  /** The newest revision known to the server that responds. */
  revision: DatabaseInt,
  /** The valid keys of the same environment. All other requested keys are invalid. */
  keys: list(RelayedKey),
  /** Digests of the builds that this server has no declaration for. */
  unknownBuilds: list(z.string()),
})
export type RelayAnswer = z.infer<typeof RelayAnswer>
