import { z } from 'zod'
import { Instant, ScopeKey } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'
import { CreatedToken } from './api-token.ts'

/** The long code that only the program has: 256 random bits as base64url. */
export const DeviceCode = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'use the complete deviceCode')

/** The letters of a user code: consonants, so that no code is a word (RFC 8628, section 6.1). */
export const userCodeLetters = 'BCDFGHJKLMNPQRSTVWXZ'

/** The short code that a person types: eight letters; case, spaces and dashes do not matter. */
export const UserCode = z
  .string()
  .max(40)
  .transform((text) => text.toUpperCase().replaceAll(/[^A-Z]/g, ''))
  .pipe(z.string().regex(new RegExp(`^[${userCodeLetters}]{8}$`), 'use the eight letters the tool shows'))

/** A program asks for a personal API token: for what, up to which role, for how long; viewer for 90 days unless told. */
export const BeginDeviceInput = z.strictObject({
  /** What it is and where it runs, for the person who decides. */
  name: Name,
  project: z.union([ScopeKey, z.literal('*')]).default('*'),
  role: z.enum(['viewer', 'editor', 'publisher']).default('viewer'),
  expiresInDays: z.int().min(1).max(366).default(90),
})
export type BeginDeviceInput = z.output<typeof BeginDeviceInput>

/** The answer of RFC 8628, section 3.2: the codes, where to approve, for how long, and how often to ask, in seconds. */
export const BegunDevice = z.strictObject({
  deviceCode: z.string(),
  userCode: z.string(),
  verificationUri: z.string(),
  verificationUriComplete: z.string(),
  expiresInSeconds: z.int(),
  intervalSeconds: z.number(),
})
export type BegunDevice = z.infer<typeof BegunDevice>

/** What the person is shown before they decide. */
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

/** What the program hears: to ask again, that the person said no, or its token, this once. */
export const PolledDevice = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('waiting') }),
  z.strictObject({ state: z.literal('denied') }),
  CreatedToken.extend({ state: z.literal('approved'), person: z.string() }),
])
export type PolledDevice = z.infer<typeof PolledDevice>
