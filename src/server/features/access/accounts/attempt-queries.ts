import { sql } from 'kysely'
import type { Db } from '../../../platform/db/pool.ts'

/**
 * Limits for one subject: after `free` attempts within `windowMs`, each additional attempt doubles the delay, starting
 * at `firstDelayMs` and capped at `longestDelayMs`.
 */
export type AttemptLimits = { windowMs: number; free: number; firstDelayMs: number; longestDelayMs: number }

/**
 * Counts one attempt of a subject and returns the time until which the subject is blocked, or null if it is not. A
 * single statement, so that concurrent attempts are counted one after the other.
 */
export async function recordAttempt(db: Db, subject: string, now: Date, limits: AttemptLimits): Promise<Date | null> {
  const { windowMs, free, firstDelayMs, longestDelayMs } = limits
  const fresh = sql<boolean>`greatest(attempt.since, attempt.closed_until) < ${new Date(now.getTime() - windowMs)}`
  const closed = sql<boolean>`coalesce(attempt.closed_until > ${now}, false)`
  const over = sql<number>`attempt.count + 1 - ${free}::int`
  const delayMs = sql<number>`least(${firstDelayMs}::int * power(2, least(${over} - 1, 20)), ${longestDelayMs}::int)`
  const row = await db
    .insertInto('attempt')
    .values({ subject, count: 1, since: now, closedUntil: null })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        count: sql`case when ${fresh} then 1 when ${closed} then attempt.count else attempt.count + 1 end`,
        since: sql`case when ${fresh} then ${now} else attempt.since end`,
        closedUntil: sql`case
          when ${fresh} then null
          when ${closed} then attempt.closed_until
          when ${over} > 0 then ${now}::timestamptz + interval '1 millisecond' * ${delayMs}
          else null end`,
      }),
    )
    .returning('closedUntil')
    .executeTakeFirstOrThrow()
  return row.closedUntil
}

export const resetAttempts = (db: Db, subject: string) =>
  db.deleteFrom('attempt').where('subject', '=', subject).execute()

export const refundAttempt = (db: Db, subject: string) =>
  db
    .updateTable('attempt')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('subject', '=', subject)
    .where('count', '>', 0)
    .execute()

export const deleteAttemptsBefore = (db: Db, before: Date) =>
  db.deleteFrom('attempt').where('since', '<', before).execute()
