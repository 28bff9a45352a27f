import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { SecretCtx } from '../../../platform/kernel/ctx.ts'
import { attemptSucceeded, countAttempt } from '../accounts/attempts.ts'
import { passwordMatches } from '../accounts/password.ts'
import { findPersonByEmail } from '../accounts/queries.ts'
import { proveSecondFactor } from '../second-factor/prove-second-factor.ts'

type Proof = { email: string; password: string; code?: string | undefined }

/**
 * The person this address, password and, where they have one, second factor belong to. Counts the attempt first.
 * `auth/wrong-credentials` does not tell what is wrong, nor does its time; only who knows the password hears of
 * `auth/second-factor-required`.
 */
export async function provePassword(ctx: SecretCtx, proof: Proof) {
  await countAttempt(ctx, proof.email)
  const person = await findPersonByEmail(ctx.db, proof.email)
  const matches = await passwordMatches(proof.password, person?.passwordHash, ctx)
  if (!person || !matches || person.disabledAt) throw new FanionError('auth/wrong-credentials')
  await proveSecondFactor(ctx, person.id, proof.code)
  await attemptSucceeded(ctx, proof.email)
  return person
}
