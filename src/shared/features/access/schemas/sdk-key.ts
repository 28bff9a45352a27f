import { z } from 'zod'
import { list } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { Id, Instant, ScopeKey } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'
import { webAddress } from '../../../schemas/web-address.ts'
import { InEnvironment, InProject } from '../../projects/schemas/project.ts'

export const SdkKeyKind = z.enum(['server', 'client'])
export type SdkKeyKind = z.infer<typeof SdkKeyKind>

/** An SDK key in full: `fan_srv_` or `fan_cli_`, then 43 base64url characters (256 random bits). */
export const SdkKeyText = z.string().regex(/^fan_(srv|cli)_[A-Za-z0-9_-]{43}$/, 'an SDK key looks like fan_srv_…')

export const SdkKey = z.strictObject({
  id: Id,
  environment: ScopeKey,
  kind: SdkKeyKind,
  name: z.string(),
  /** The first characters, to identify the key in lists. A client key is public, so `text` contains all of it. */
  prefix: z.string(),
  text: z.string().nullable(),
  /** Identifies a client key in the URLs of other vendors' SDKs: 24 hexadecimal digits. */
  publicId: z.string().nullable(),
  allowedOrigins: list(z.string()),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
})
export type SdkKey = z.infer<typeof SdkKey>

export const CreateSdkKeyInput = InEnvironment.extend({
  kind: SdkKeyKind,
  name: Name,
  allowedOrigins: list(webAddress({ error: 'enter an origin such as https://shop.example.com' }))
    .max(50)
    .default([]),
  /** If null, the key is valid until it is revoked. */
  expiresInDays: z.int().min(1).max(366).nullable().default(null),
})
export type CreateSdkKeyInput = z.input<typeof CreateSdkKeyInput>

/**
 * The response to creating a key: the only time a server key is shown. `growthBook` is what GrowthBook's SDKs need to
 * read an encrypted payload.
 */
export const CreatedSdkKey = z.strictObject({
  key: SdkKey,
  text: z.string(),
  growthBook: z.strictObject({ clientKey: z.string(), decryptionKey: z.string() }).nullable(),
})
export type CreatedSdkKey = z.infer<typeof CreatedSdkKey>

export const SetOriginsInput = InProject.extend({
  id: Id,
  allowedOrigins: list(webAddress({ error: 'enter an origin such as https://shop.example.com' })).max(50),
})

/**
 * Applications connected with one SDK key: the number of streams with one name, and the revision they all have (0
 * before the first).
 */
export const ConnectedApplication = z.strictObject({
  /** Name of the key. Null if the caller may not see keys. */
  name: z.string().nullable(),
  kind: SdkKeyKind,
  environment: ScopeKey,
  revision: DatabaseInt,
  streams: z.int().min(1),
})
export type ConnectedApplication = z.infer<typeof ConnectedApplication>

export const SdkKeyReference = InProject.extend({ id: Id })

/** `overlapHours`: how long the old key keeps working beside the new one, at most 30 days. */
export const RotateSdkKeyInput = InProject.extend({ id: Id, overlapHours: z.number().min(0).max(720).default(24) })
