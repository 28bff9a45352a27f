import type { Db } from './pool.ts'

/** More than clocks of several servers differ. */
const aMinuteMs = 60_000

/** What is to be said where this machine’s clock is before the last act in the database: it was set back, or another’s is ahead. */
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
