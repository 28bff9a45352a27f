import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { AddPasskeyInput, Passkey, PasskeyChallenge } from '../../../../shared/features/access/schemas/passkey.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction, type LinkCtx, type SecretCtx } from '../../../platform/kernel/ctx.ts'
import { requireUserSession } from '../../../platform/kernel/require-permission.ts'
import { openChallenge, sealChallenge, spendChallenge } from './challenges.ts'
import { deletePasskey, insertPasskey, passkeysOf } from './passkey-queries.ts'
import { webAuthn } from './web-authn.ts'

/** Returns the browser's options for creating a passkey for the caller: discoverable, and with user verification. */
export async function passkeyOptions(ctx: LinkCtx & SecretCtx): Promise<PasskeyChallenge> {
  const { id, email, name } = requireUserSession(ctx.actor)
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Fanion',
    rpID: new URL(ctx.publicUrl()).hostname,
    userName: email,
    userDisplayName: name,
    userID: new TextEncoder().encode(id),
    attestationType: 'none',
    excludeCredentials: (await passkeysOf(ctx.db, id)).map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { challengeId: sealChallenge(ctx, options.challenge, id), options: { ...options } }
}

/** Stores the passkey that the browser created. Throws `auth/wrong-credentials` if the response does not verify. */
export async function addPasskey(ctx: LinkCtx & SecretCtx, input: AddPasskeyInput): Promise<Passkey> {
  const { id: personId, email } = requireUserSession(ctx.actor)
  const challenge = await openChallenge(ctx, input.challengeId, personId)
  const expectedChallenge = challenge.text
  const origin = ctx.publicUrl()
  const { verifyRegistrationResponse } = await webAuthn()
  const verified = await verifyRegistrationResponse({
    // Cast: zod types absent fields as possibly undefined; the library's types do not allow that.
    response: input.response as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verified?.verified)
    throw new FanionError('auth/wrong-credentials', {}, 'This passkey wasn’t created for this server.')
  await spendChallenge(ctx, challenge)
  const { credential } = verified.registrationInfo
  const row = { id: ctx.newId(), name: input.name, createdAt: ctx.now(), lastUsedAt: null }
  await inTransaction(ctx, async (tx) => {
    await insertPasskey(tx.db, {
      ...row,
      personId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
    })
    await audit(tx, { action: 'account.add-passkey', subject: email, after: { name: row.name } })
  })
  return passkeyView(row)
}

export const listPasskeys = async (ctx: Ctx): Promise<Passkey[]> =>
  (await passkeysOf(ctx.db, requireUserSession(ctx.actor).id)).map(passkeyView)

/** Deletes one of the caller's passkeys. Throws `passkey/not-found` for those of other accounts. */
export async function removePasskey(ctx: Ctx, input: { id: string }): Promise<{ removed: true }> {
  const person = requireUserSession(ctx.actor)
  await inTransaction(ctx, async (tx) => {
    if (!(await deletePasskey(tx.db, person.id, input.id))) throw new FanionError('passkey/not-found')
    await audit(tx, { action: 'account.remove-passkey', subject: person.email })
  })
  return { removed: true }
}

const passkeyView = (row: { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
})
