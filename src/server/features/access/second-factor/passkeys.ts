import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { AddPasskeyInput, Passkey, PasskeyChallenge } from '../../../../shared/features/access/schemas/passkey.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction, type LinkCtx, type SecretCtx } from '../../../platform/kernel/ctx.ts'
import { signedIn } from '../../../platform/kernel/permit.ts'
import { openChallenge, sealChallenge, spendChallenge } from './challenges.ts'
import { deletePasskey, insertPasskey, passkeysOf } from './passkey-queries.ts'
import { webAuthn } from './web-authn.ts'

/** What the browser needs to make a passkey for the caller: one that knows its person, and verifies them itself. */
export async function passkeyOptions(ctx: LinkCtx & SecretCtx): Promise<PasskeyChallenge> {
  const { id, email, name } = signedIn(ctx.actor)
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

/** Keeps the passkey the browser made. `auth/wrong-credentials` where its answer does not prove one made here. */
export async function addPasskey(ctx: LinkCtx & SecretCtx, input: AddPasskeyInput): Promise<Passkey> {
  const { id: personId, email } = signedIn(ctx.actor)
  const challenge = await openChallenge(ctx, input.challengeId, personId)
  const expectedChallenge = challenge.text
  const origin = ctx.publicUrl()
  const { verifyRegistrationResponse } = await webAuthn()
  const verified = await verifyRegistrationResponse({
    // zod writes an absent field as possibly undefined, which the library's types do not
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

/** The caller's passkeys, oldest first. */
export const listPasskeys = async (ctx: Ctx): Promise<Passkey[]> =>
  (await passkeysOf(ctx.db, signedIn(ctx.actor).id)).map(passkeyView)

/** Removes one of the caller's passkeys. `passkey/not-found` for anybody else's. */
export async function removePasskey(ctx: Ctx, input: { id: string }): Promise<{ removed: true }> {
  const person = signedIn(ctx.actor)
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
