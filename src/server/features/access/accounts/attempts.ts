import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { limits } from '../../../../shared/limits.ts'
import type { Ctx } from '../../../platform/kernel/ctx.ts'
import { networkOf } from '../../../platform/kernel/network.ts'
import { recordAttempt, refundAttempt, resetAttempts } from './attempt-queries.ts'

const doors = { windowMs: 60_000, free: limits.signInPerMinute, firstDelayMs: 5_000, longestDelayMs: 15 * 60_000 }

/**
 * Counts one attempt to authenticate, both by the caller's address and by the claimed account, whether it exists or
 * not. After 10 attempts within a minute, the subject is blocked: first for 5 seconds, then twice as long each time, up
 * to 15 minutes. Throws `request/rate-limited` with `retryAfterSeconds`. The count is stored in the database: all
 * servers share it, and it survives the rollback of a failed attempt.
 */
export async function countAttempt(ctx: Ctx, account: string): Promise<void> {
  await take(ctx, addressSubject(ctx))
  await take(ctx, accountSubject(account))
}

/**
 * Resets the account's count after a success and subtracts this one attempt from the address. A whole office can sign
 * in from one address, while failed attempts from that address keep counting for any account.
 */
export async function resetAttemptsAfterSuccess(ctx: Ctx, account: string): Promise<void> {
  await resetAttempts(ctx.db, accountSubject(account))
  await refundAttempt(ctx.db, addressSubject(ctx))
}

/**
 * Counts an unauthenticated action by the caller's address, separately from attempts. Throws as `countAttempt` does.
 */
export const countAct = (ctx: Ctx, act: string): Promise<void> => take(ctx, `${act} from ${addressSubject(ctx)}`)

const addressSubject = (ctx: Ctx) => `address ${networkOf(ctx.origin.address)}`

const accountSubject = (account: string) => `account ${account.toLowerCase()}`

async function take(ctx: Ctx, subject: string): Promise<void> {
  const now = ctx.now()
  const closedUntil = await recordAttempt(ctx.db, subject, now, doors)
  if (!closedUntil || closedUntil <= now) return
  const retryAfterSeconds = Math.ceil((closedUntil.getTime() - now.getTime()) / 1_000)
  const sentence = `Too many attempts. Try again in ${retryAfterSeconds} seconds.`
  throw new FanionError('request/rate-limited', { retryAfterSeconds }, sentence)
}
