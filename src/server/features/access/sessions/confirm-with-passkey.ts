import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { PasskeyChallenge, PasskeySignInInput } from '../../../../shared/features/access/schemas/passkey.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { inTransaction, type LinkCtx, type SecretCtx } from '../../../platform/kernel/ctx.ts'
import { requireUserSession } from '../../../platform/kernel/require-permission.ts'
import { confirmSession } from '../accounts/queries.ts'
import { openChallenge, sealChallenge, spendChallenge } from '../second-factor/challenges.ts'
import { passkeysOf, usePasskey } from '../second-factor/passkey-queries.ts'
import { provePasskey } from '../second-factor/prove-passkey.ts'
import { webAuthn } from '../second-factor/web-authn.ts'

/** Returns the browser's options for confirming the caller's identity with one of their passkeys. */
export async function passkeyConfirmOptions(ctx: LinkCtx & SecretCtx): Promise<PasskeyChallenge> {
  const { id } = requireUserSession(ctx.actor)
  const allowCredentials = (await passkeysOf(ctx.db, id)).map(({ credentialId }) => ({ id: credentialId }))
  if (allowCredentials.length === 0) throw new FanionError('passkey/not-found')
  const rpID = new URL(ctx.publicUrl()).hostname
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required', allowCredentials })
  return { challengeId: sealChallenge(ctx, options.challenge, id), options: { ...options } }
}

/** Confirms the caller's identity, as `confirm` does. Throws `auth/wrong-credentials` for another account's passkey. */
export async function confirmWithPasskey(
  ctx: LinkCtx & SecretCtx,
  input: PasskeySignInInput,
): Promise<{ confirmed: true }> {
  const { id, email, session } = requireUserSession(ctx.actor)
  const challenge = await openChallenge(ctx, input.challengeId, id)
  const passkey = await provePasskey(ctx, input.response, challenge.text)
  await spendChallenge(ctx, challenge)
  if (passkey.personId !== id)
    throw new FanionError('auth/wrong-credentials', {}, 'This passkey belongs to another account.')
  await inTransaction(ctx, async (tx) => {
    await usePasskey(tx.db, passkey.id, passkey.counter, tx.now())
    await confirmSession(tx.db, session.id, tx.now())
    await audit(tx, { action: 'account.confirm', subject: email, after: { by: 'passkey' } })
  })
  return { confirmed: true }
}
