import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { Ctx } from '../../../platform/kernel/ctx.ts'
import { requireUserSession } from '../../../platform/kernel/require-permission.ts'
import { countAttempt, resetAttemptsAfterSuccess } from '../accounts/attempts.ts'
import { findPendingDevice } from './queries.ts'

/**
 * Returns the pending request with this user code, for a signed-in caller. Throws `device/not-found` for an unknown,
 * expired or decided code alike. Wrong codes count as attempts, which prevents guessing.
 */
export async function getPendingDevice(ctx: Ctx, userCode: string) {
  const subject = `device code of ${requireUserSession(ctx.actor).email}`
  await countAttempt(ctx, subject)
  const row = await findPendingDevice(ctx.db, userCode, ctx.now())
  if (!row) throw new FanionError('device/not-found')
  await resetAttemptsAfterSuccess(ctx, subject)
  return row
}
