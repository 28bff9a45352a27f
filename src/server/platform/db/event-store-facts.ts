import { sql } from 'kysely'
import type { Db } from './pool.ts'

export type EventStoreFacts = {
  /** Events: stored rows, and rows received in the last 24 hours. */
  events: { rows: number; lastDay: number }
  /** Exposures received in the last 24 hours. */
  exposures: { lastDay: number }
}

/** Reads the volume of events and exposures from the intake's counts. */
export async function readEventStoreFacts(db: Db, now: Date): Promise<EventStoreFacts> {
  const dayAgo = new Date(now.getTime() - 24 * 3_600_000)
  const { rows } = await sql<Record<'events' | 'eventsDay' | 'exposuresDay', string>>`
    select
      (select coalesce(sum(count), 0) from intake_count where kind = 'event' and reason = '') as events,
      (select coalesce(sum(count), 0) from intake_count where kind = 'event' and reason = '' and hour > ${dayAgo}) as events_day,
      (select coalesce(sum(count), 0) from intake_count where kind = 'run' and reason = '' and hour > ${dayAgo}) as exposures_day`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('the database says nothing of what is measured')
  return {
    events: { rows: Number(row.events), lastDay: Number(row.eventsDay) },
    exposures: { lastDay: Number(row.exposuresDay) },
  }
}
