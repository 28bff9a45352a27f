import { sql } from 'kysely'
import type { Db } from './pool.ts'

export type MeasureFacts = {
  /** What units did: rows that are kept, what they take, and how many came within a day. */
  events: { rows: number; bytes: number; lastDay: number }
  /** What units were given; rows as the database estimates them. */
  exposures: { rows: number; bytes: number; lastDay: number }
}

/** What is measured takes so much of the database. */
export async function measureFacts(db: Db, now: Date): Promise<MeasureFacts> {
  const dayAgo = new Date(now.getTime() - 24 * 3_600_000)
  const { rows } = await sql<
    Record<'events' | 'eventsDay' | 'exposures' | 'exposuresDay' | 'trackBytes' | 'exposureBytes', string>
  >`
    select
      (select coalesce(sum(count), 0) from intake_count where kind = 'event' and reason = '') as events,
      (select coalesce(sum(count), 0) from intake_count where kind = 'event' and reason = '' and hour > ${dayAgo}) as events_day,
      (select greatest(reltuples, 0)::bigint from pg_class where oid = 'exposure'::regclass) as exposures,
      (select coalesce(sum(count), 0) from intake_count where kind = 'run' and reason = '' and hour > ${dayAgo}) as exposures_day,
      (select coalesce(sum(pg_total_relation_size(inhrelid)), 0) from pg_inherits where inhparent = 'track'::regclass) as track_bytes,
      pg_total_relation_size('exposure'::regclass) as exposure_bytes`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database says nothing of what is measured')
  return {
    events: { rows: Number(row.events), bytes: Number(row.trackBytes), lastDay: Number(row.eventsDay) },
    exposures: { rows: Number(row.exposures), bytes: Number(row.exposureBytes), lastDay: Number(row.exposuresDay) },
  }
}
