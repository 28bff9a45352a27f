import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { Ctx } from '../../../platform/kernel/ctx.ts'
import { signedIn } from '../../../platform/kernel/permit.ts'
import { attemptSucceeded, countAttempt } from '../accounts/attempts.ts'
import { findWaiting } from './queries.ts'

/**
 * The request that waits with this user code, for somebody signed in. `device/not-found` for a code that is unknown,
 * expired or decided: one answer for all. Wrong codes count as attempts, so that nobody finds one by trying.
 */
export async function getWaiting(ctx: Ctx, userCode: string) {
  const subject = `device code of ${signedIn(ctx.actor).email}`
  await countAttempt(ctx, subject)
  const row = await findWaiting(ctx.db, userCode, ctx.now())
  if (!row) throw new FanionError('device/not-found')
  await attemptSucceeded(ctx, subject)
  return row
}
