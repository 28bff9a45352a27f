import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { Ctx } from '../../../platform/kernel/ctx.ts'
import { signedIn } from '../../../platform/kernel/permit.ts'
import { attemptSucceeded, countAttempt } from '../accounts/attempts.ts'
import { findWaiting } from './queries.ts'

/**
 * Returns the pending request with this user code, for a signed-in caller. Throws `device/not-found` for an unknown,
 * expired or decided code alike. Wrong codes count as attempts, which prevents guessing.
 */
export async function getWaiting(ctx: Ctx, userCode: string) {
  const subject = `device code of ${signedIn(ctx.actor).email}`
  await countAttempt(ctx, subject)
  const row = await findWaiting(ctx.db, userCode, ctx.now())
  if (!row) throw new FanionError('device/not-found')
  await attemptSucceeded(ctx, subject)
  return row
}
