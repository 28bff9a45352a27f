import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { SecretCtx } from '../../../platform/kernel/ctx.ts'
import { countAttempt, resetAttemptsAfterSuccess } from '../accounts/attempts.ts'
import { passwordMatches } from '../accounts/password.ts'
import { findPersonByEmail } from '../accounts/queries.ts'
import { proveSecondFactor } from '../second-factor/prove-second-factor.ts'

type Proof = { email: string; password: string; code?: string | undefined }

/**
 * Returns the account with this address and password and, if it has one, second factor. Counts the attempt first.
 * Neither the content nor the timing of `auth/wrong-credentials` reveals what is wrong. `auth/second-factor-required`
 * is thrown only after a correct password.
 */
export async function provePassword(ctx: SecretCtx, proof: Proof) {
  await countAttempt(ctx, proof.email)
  const person = await findPersonByEmail(ctx.db, proof.email)
  const matches = await passwordMatches(proof.password, person?.passwordHash, ctx)
  if (!person || !matches || person.disabledAt) throw new FanionError('auth/wrong-credentials')
  await proveSecondFactor(ctx, person.id, proof.code)
  await resetAttemptsAfterSuccess(ctx, proof.email)
  return person
}
