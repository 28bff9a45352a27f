import { sql } from 'kysely'
import { limits } from '../../../../shared/limits.ts'
import type { Db } from '../../db/pool.ts'
import type { EventStore } from '../store.ts'
import { dropPartitions, makePartitions } from './partitions.ts'

const dayMs = 24 * 3_600_000
/** Rows to delete at a time. */
const atOnce = 10_000

/** Creates partitions for future events; drops expired days, and exposures of runs that ended long ago. */
export async function expirePostgresqlData(db: Db, now: Date): Promise<void> {
  await makePartitions(db, now)
  await dropPartitions(db, now)
  const before = new Date(now.getTime() - limits.exposuresKeptDays * dayMs)
  while ((await forgetExposures(db, before)) === atOnce);
}

/** Deletes a batch of exposures of runs that ended before an instant. Returns their number. */
const forgetExposures = async (db: Db, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from exposure where ctid = any(array(
      select exposure.ctid from run join exposure on exposure.run = run.id where ended_at < ${before} limit ${atOnce}
    ))`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes the data of these units from the runs and events of a project. */
export const forget: EventStore['forget'] = async (db, projectId, units) => {
  const exposures = await sql`
    delete from exposure where unit = any(${units}::uuid[])
    and run in (select id from run where project_id = ${projectId})`.execute(db)
  const events = await sql`
    delete from track where unit = any(${units}::uuid[])
    and event in (select id from tracked_event where project_id = ${projectId})`.execute(db)
  return { exposures: Number(exposures.numAffectedRows ?? 0n), events: Number(events.numAffectedRows ?? 0n) }
}

/** Disk usage of the store. */
export const size: EventStore['size'] = async (db) => {
  const { rows } = await sql<Record<'exposures' | 'trackBytes' | 'exposureBytes', string>>`
    select
      (select greatest(reltuples, 0)::bigint from pg_class where oid = 'exposure'::regclass) as exposures,
      (select coalesce(sum(pg_total_relation_size(inhrelid)), 0) from pg_inherits where inhparent = 'track'::regclass) as track_bytes,
      pg_total_relation_size('exposure'::regclass) as exposure_bytes`.execute(db)
  const [row] = rows
  return {
    eventBytes: Number(row?.trackBytes ?? 0),
    exposures: Number(row?.exposures ?? 0),
    exposureBytes: Number(row?.exposureBytes ?? 0),
  }
}
