import type { Db } from './pool.ts'

/** Larger than the usual clock skew between servers. */
const aMinuteMs = 60_000

/**
 * Returns a warning if this machine's clock is behind the latest audit event: it was set back, or another server's
 * clock is ahead.
 */
export async function clockSetBack(db: Db, now: Date): Promise<string | undefined> {
  const last = await db.selectFrom('event').select('at').orderBy('sequence', 'desc').limit(1).executeTakeFirst()
  const aheadMs = (last?.at.getTime() ?? 0) - now.getTime()
  if (last === undefined || aheadMs < aMinuteMs) return undefined
  return (
    `This machine’s clock was set back, or another server’s is ahead: the last act in the audit log is of ` +
    `${last.at.toISOString()}, ${Math.round(aheadMs / aMinuteMs)} min from now. Nothing is lost; schedules, ramps and sessions ` +
    'wait or last that much longer.'
  )
}
