import type { User } from '../../../shared/schemas/account.ts'
import type { PasskeyChallenge, PasskeySignInInput } from '../../../shared/schemas/passkey.ts'
import { audit } from '../../kernel/audit.ts'
import { inTransaction, type LinkCtx, type SecretCtx } from '../../kernel/ctx.ts'
import { openChallenge, sealChallenge, spendChallenge } from './challenges.ts'
import { getPerson } from './get-person.ts'
import { openSession } from './open-session.ts'
import { usePasskey } from './passkey-queries.ts'
import { provePasskey } from './prove-passkey.ts'
import { userView } from './view.ts'
import { webAuthn } from './web-authn.ts'

/** What the browser needs to sign in with a passkey. It names no account: the passkey itself does. */
export async function passkeySignInOptions(ctx: LinkCtx & SecretCtx): Promise<PasskeyChallenge> {
  const rpID = new URL(ctx.publicUrl()).hostname
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
  return { challengeId: sealChallenge(ctx, options.challenge, null), options: { ...options } }
}

/** Opens a session by passkey. The device verified its person, so this is two factors at once. Refusals: `provePasskey`. */
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
