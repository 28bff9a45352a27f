import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { PasskeySignInInput } from '../../../../shared/features/access/schemas/passkey.ts'
import type { LinkCtx } from '../../../platform/kernel/ctx.ts'
import { findPasskey } from './passkey-queries.ts'
import { webAuthn } from './web-authn.ts'

/**
 * Returns the passkey that answered the challenge, its account, and the device's use counter. Throws
 * `auth/wrong-credentials` alike if the passkey is unknown, belongs to a disabled account, or fails verification.
 */
export async function provePasskey(
  ctx: LinkCtx,
  response: PasskeySignInInput['response'],
  expectedChallenge: string,
): Promise<{ id: string; personId: string; counter: number }> {
  const passkey = await findPasskey(ctx.db, response.id)
  const origin = ctx.publicUrl()
  const { verifyAuthenticationResponse } = await webAuthn()
  const verified =
    passkey &&
    (await verifyAuthenticationResponse({
      // Cast: zod types absent fields as possibly undefined; the library's types do not allow that.
      response: response as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.counter),
      },
    }).catch(() => undefined))
  if (!passkey || passkey.disabledAt || !verified?.verified) {
    throw new FanionError('auth/wrong-credentials', {}, 'This passkey isn’t registered here.')
  }
  return { id: passkey.id, personId: passkey.personId, counter: verified.authenticationInfo.newCounter }
}
