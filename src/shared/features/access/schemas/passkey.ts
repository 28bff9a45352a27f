import { z } from 'zod'
import { list, record } from '../../../schemas/bounded.ts'
import { Id, Instant } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'

export const Passkey = z.strictObject({
  id: Id,
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** WebAuthn JSON for the browser's functions: options to create or get a credential. */
const BrowserOptions = record(z.string(), z.unknown())

/** A challenge sealed by the server, to be returned unchanged. */
const ChallengeId = z.string().min(1).max(1_000)

/** A challenge to answer within five minutes. Return `challengeId` with the response. */
export const PasskeyChallenge = z.strictObject({ challengeId: ChallengeId, options: BrowserOptions })
export type PasskeyChallenge = z.infer<typeof PasskeyChallenge>

const Encoded = z.string().max(100_000)
const credential = {
  id: Encoded,
  rawId: Encoded,
  type: z.literal('public-key'),
  clientExtensionResults: record(z.string(), z.unknown()),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
}

/** A new credential, as returned by `toJSON` in the browser. */
export const AddPasskeyInput = z.strictObject({
  challengeId: ChallengeId,
  name: Name,
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: Encoded,
      attestationObject: Encoded,
      transports: list(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])).optional(),
    }),
  }),
})
export type AddPasskeyInput = z.output<typeof AddPasskeyInput>

/** The credential of a sign-in, as returned by `toJSON` in the browser. */
export const PasskeySignInInput = z.strictObject({
  challengeId: ChallengeId,
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: Encoded,
      authenticatorData: Encoded,
      signature: Encoded,
      userHandle: Encoded.optional(),
    }),
  }),
})
export type PasskeySignInInput = z.output<typeof PasskeySignInInput>
