import { z } from 'zod'
import { Instant, ScopeKey } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'
import { CreatedToken } from './api-token.ts'

/** The long code, known only to the program: 256 random bits as base64url. */
export const DeviceCode = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'use the complete deviceCode')

/** The alphabet of user codes: consonants only, so that no code spells a word (RFC 8628, section 6.1). */
export const userCodeLetters = 'BCDFGHJKLMNPQRSTVWXZ'

/** The short code that the user types: eight letters. Case, spaces and dashes are ignored. */
export const UserCode = z
  .string()
  .max(40)
  .transform((text) => text.toUpperCase().replaceAll(/[^A-Z]/g, ''))
  .pipe(z.string().regex(new RegExp(`^[${userCodeLetters}]{8}$`), 'use the eight letters the tool shows'))

/** A program's request for a personal API token. The default is role viewer for 90 days. */
export const BeginDeviceInput = z.strictObject({
  /** What the program is and where it runs, shown to the user who decides. */
  name: Name,
  project: z.union([ScopeKey, z.literal('*')]).default('*'),
  role: z.enum(['viewer', 'editor', 'publisher']).default('viewer'),
  expiresInDays: z.int().min(1).max(366).default(90),
})
export type BeginDeviceInput = z.output<typeof BeginDeviceInput>

/**
 * The response of RFC 8628, section 3.2: the codes, the approval URL, and the lifetime and polling interval in seconds.
 */
export const BegunDevice = z.strictObject({
  deviceCode: z.string(),
  userCode: z.string(),
  verificationUri: z.string(),
  verificationUriComplete: z.string(),
  expiresInSeconds: z.int(),
  intervalSeconds: z.number(),
})
export type BegunDevice = z.infer<typeof BegunDevice>

/** What the user sees before they approve or deny the request. */
export const ShownDevice = z.strictObject({
  userCode: z.string(),
  name: z.string(),
  project: z.string(),
  role: z.enum(['viewer', 'editor', 'publisher', 'admin', 'owner']),
  expiresInDays: z.int(),
  address: z.string(),
  createdAt: Instant,
})
export type ShownDevice = z.infer<typeof ShownDevice>

/** The result of polling: keep polling, denied, or approved with the token, which is returned only once. */
export const PolledDevice = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('waiting') }),
  z.strictObject({ state: z.literal('denied') }),
  CreatedToken.extend({ state: z.literal('approved'), person: z.string() }),
])
export type PolledDevice = z.infer<typeof PolledDevice>
