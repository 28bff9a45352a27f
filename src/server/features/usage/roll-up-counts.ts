import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../platform/db/pool.ts'
import { forgetDays, forgetEnvironmentHours, forgetHours, lockRollUp, nextDay, sumDay } from './roll-up-queries.ts'

const dayMs = 24 * 3_600_000
/** A day is summed this long after its end, in ms. Later reports no longer add to it. */
const settlesMs = 2 * 3_600_000
const atOnce = 20_000

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/**
 * Sums completed days into daily counts, then deletes hours and days after their retention. Each day is summed once, in
 * its own transaction, by any server. Hours are deleted only after they are summed.
 */
export async function rollUpCounts(db: Db, now: Date): Promise<void> {
  const over = dateOf(now.getTime() - settlesMs)
  let summedTo = await sumNext(db, over)
  while (summedTo !== null) summedTo = await sumNext(db, over)
  const hoursFrom = Math.floor((now.getTime() - limits.countsHourlyDays * dayMs) / dayMs) * dayMs
  while ((await forgetHours(db, new Date(hoursFrom), atOnce)) === atOnce);
  await forgetEnvironmentHours(db, new Date(hoursFrom))
  while ((await forgetDays(db, dateOf(now.getTime() - limits.countsDailyDays * dayMs), atOnce)) === atOnce);
}

/** Sums the next day before `over`. Null if there is none or another server holds the lock. */
const sumNext = (db: Db, over: string): Promise<string | null> =>
  db.transaction().execute(async (tx) => {
    if (!(await lockRollUp(tx))) return null
    const day = await nextDay(tx)
    if (day === null || day >= over) return null
    await sumDay(tx, day)
    return day
  })
