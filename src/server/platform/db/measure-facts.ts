import { sql } from 'kysely'
import type { Db } from './pool.ts'

export type MeasureFacts = {
  /** What units did: rows that are kept, and how many came within a day. */
  events: { rows: number; lastDay: number }
  /** What units were given: how many were told within a day. */
  exposures: { lastDay: number }
}

/** How much is measured, as the intake counted it. */
export async function measureFacts(db: Db, now: Date): Promise<MeasureFacts> {
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
