import type { User } from '../../../../shared/features/access/schemas/account.ts'
import type { PasskeyChallenge, PasskeySignInInput } from '../../../../shared/features/access/schemas/passkey.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { inTransaction, type LinkCtx, type SecretCtx } from '../../../platform/kernel/ctx.ts'
import { getPerson } from '../accounts/get-person.ts'
import { userView } from '../accounts/view.ts'
import { openChallenge, sealChallenge, spendChallenge } from '../second-factor/challenges.ts'
import { usePasskey } from '../second-factor/passkey-queries.ts'
import { provePasskey } from '../second-factor/prove-passkey.ts'
import { webAuthn } from '../second-factor/web-authn.ts'
import { openSession } from './open-session.ts'

/**
 * Returns the browser's options for signing in with a passkey. They name no account, because the passkey identifies it.
 */
export async function passkeySignInOptions(ctx: LinkCtx & SecretCtx): Promise<PasskeyChallenge> {
  const rpID = new URL(ctx.publicUrl()).hostname
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
  return { challengeId: sealChallenge(ctx, options.challenge, null), options: { ...options } }
}

/**
 * Opens a session with a passkey. The device verifies the user, so this counts as two factors. Throws the errors of
 * `provePasskey`.
 */
export async function signInWithPasskey(
  ctx: LinkCtx & SecretCtx,
  input: PasskeySignInInput,
): Promise<{ user: User; token: string }> {
  const challenge = await openChallenge(ctx, input.challengeId, null)
  const passkey = await provePasskey(ctx, input.response, challenge.text)
  await spendChallenge(ctx, challenge)
  return inTransaction(ctx, async (tx) => {
    const person = await getPerson(tx.db, passkey.personId)
    await usePasskey(tx.db, passkey.id, passkey.counter, tx.now())
    await audit(tx, { action: 'account.sign-in', subject: person.email, after: { by: 'passkey' } })
    return { user: userView(person), token: await openSession(tx, person.id) }
  })
}
