import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { SecretCtx } from '../../../platform/kernel/ctx.ts'
import { matchingTimeStep } from './one-time-code.ts'
import { consumeCodeStep, consumeRecoveryCode, findOneTimeCode } from './queries.ts'
import { recoveryHash } from './recovery-codes.ts'

export const oneTimeCodePurpose = 'one-time code'

/**
 * Accepts a code of the person's authenticator app or one of their recovery codes. Each code works once. Does nothing
 * if the person has no second factor. Throws `auth/second-factor-required` without a code and `auth/wrong-credentials`
 * for a wrong one.
 */
export async function proveSecondFactor(ctx: SecretCtx, personId: string, code: string | undefined): Promise<void> {
  const row = await findOneTimeCode(ctx.db, personId)
  if (!row?.confirmedAt) return
  if (code === undefined) throw new FanionError('auth/second-factor-required')
  const now = ctx.now()
  const step = matchingTimeStep(secretOf(ctx, row.secret), code, now.getTime())
  if (step !== undefined && (await consumeCodeStep(ctx.db, personId, step))) return
  if (step === undefined && (await consumeRecoveryCode(ctx.db, personId, recoveryHash(code), now))) return
  throw new FanionError(
    'auth/wrong-credentials',
    {},
    'This code is incorrect or was already used. Wait for the next one.',
  )
}

/** Decrypts the secret of an authenticator app. */
export const secretOf = (ctx: SecretCtx, sealed: string): Buffer =>
  Buffer.from(ctx.vault.open(sealed, oneTimeCodePurpose), 'base64url')
