import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { limits } from '../../../../shared/limits.ts'
import type { Ctx } from '../../../platform/kernel/ctx.ts'
import { networkOf } from '../../../platform/kernel/network.ts'
import { forgetSubject, giveBackAttempt, takeAttempt } from './attempt-queries.ts'

const doors = { windowMs: 60_000, free: limits.signInPerMinute, firstDelayMs: 5_000, longestDelayMs: 15 * 60_000 }

/**
 * Counts one attempt to prove who one is, by the caller's address and by the account that is meant, whether it exists
 * or not. More than 10 in a minute close the door: 5 seconds first, twice as long each time, 15 minutes at most. Then
 * `request/rate-limited` with `retryAfterSeconds`; the count is the database's, so it holds for all servers together
 * and is kept though the attempt itself fails.
 */
export async function countAttempt(ctx: Ctx, account: string): Promise<void> {
  await take(ctx, addressSubject(ctx))
  await take(ctx, accountSubject(account))
}

/**
 * After a success the account's count starts anew, and the address gets this one attempt back: so a whole office can
 * sign in from one address, while wrong guesses from it go on counting, whichever account they are for.
 */
export async function attemptSucceeded(ctx: Ctx, account: string): Promise<void> {
  await forgetSubject(ctx.db, accountSubject(account))
  await giveBackAttempt(ctx.db, addressSubject(ctx))
}

/** Counts one act of the caller's address that needs no account, apart from attempts; refuses as `countAttempt` does. */
export const countAct = (ctx: Ctx, act: string): Promise<void> => take(ctx, `${act} from ${addressSubject(ctx)}`)

const addressSubject = (ctx: Ctx) => `address ${networkOf(ctx.origin.address)}`

const accountSubject = (account: string) => `account ${account.toLowerCase()}`

async function take(ctx: Ctx, subject: string): Promise<void> {
  const now = ctx.now()
  const closedUntil = await takeAttempt(ctx.db, subject, now, doors)
  if (!closedUntil || closedUntil <= now) return
  const retryAfterSeconds = Math.ceil((closedUntil.getTime() - now.getTime()) / 1_000)
  const sentence = `Too many attempts. Try again in ${retryAfterSeconds} seconds.`
  throw new FanionError('request/rate-limited', { retryAfterSeconds }, sentence)
}
