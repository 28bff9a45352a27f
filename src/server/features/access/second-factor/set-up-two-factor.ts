import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { inTransaction, type SecretCtx } from '../../../platform/kernel/ctx.ts'
import { requireUserSession } from '../../../platform/kernel/require-permission.ts'
import { countAttempt, resetAttemptsAfterSuccess } from '../accounts/attempts.ts'
import { base32, matchingTimeStep } from './one-time-code.ts'
import { oneTimeCodePurpose, secretOf } from './prove-second-factor.ts'
import { confirmOneTimeCode, consumeCodeStep, findOneTimeCode, upsertOneTimeCode } from './queries.ts'
import { newRecoveryCodes } from './recovery-codes.ts'

/**
 * Creates a secret for the caller's authenticator app, as text and as the URL for a QR code. Inactive until confirmed.
 */
export async function beginTwoFactor(ctx: SecretCtx): Promise<{ secret: string; address: string }> {
  const { id, email } = requireUserSession(ctx.actor)
  const secret = Buffer.from(ctx.newSecret(20), 'base64url')
  await inTransaction(ctx, async (tx) => {
    if ((await findOneTimeCode(tx.db, id))?.confirmedAt) throw alreadyOn()
    const sealed = ctx.vault.seal(secret.toString('base64url'), oneTimeCodePurpose)
    await upsertOneTimeCode(tx.db, { personId: id, secret: sealed, createdAt: tx.now(), confirmedAt: null })
  })
  const query = new URLSearchParams({ secret: base32(secret), issuer: 'Fanion' })
  return { secret: base32(secret), address: `otpauth://totp/Fanion:${encodeURIComponent(email)}?${query}` }
}

/** Activates the second factor with a first code from the app. Returns recovery codes, which are shown only once. */
export async function confirmTwoFactor(ctx: SecretCtx, input: { code: string }): Promise<{ recoveryCodes: string[] }> {
  const { id, email } = requireUserSession(ctx.actor)
  await countAttempt(ctx, email)
  const row = await findOneTimeCode(ctx.db, id)
  if (row?.confirmedAt) throw alreadyOn()
  const step = row && matchingTimeStep(secretOf(ctx, row.secret), input.code, ctx.now().getTime())
  if (step === undefined) {
    const problem = { path: 'code', problem: 'isn’t the current code', expected: 'the 6-digit code your app shows' }
    throw new FanionError('auth/wrong-credentials', { problems: [problem] }, 'This code is incorrect.')
  }
  await resetAttemptsAfterSuccess(ctx, email)
  return inTransaction(ctx, async (tx) => {
    await consumeCodeStep(tx.db, id, step)
    await confirmOneTimeCode(tx.db, id, tx.now())
    await audit(tx, { action: 'account.two-factor-on', subject: email })
    return { recoveryCodes: await newRecoveryCodes(tx, id) }
  })
}

const alreadyOn = () =>
  new FanionError('request/invalid', {}, 'Two-factor sign-in is already on. Turn it off to set it up again.')
