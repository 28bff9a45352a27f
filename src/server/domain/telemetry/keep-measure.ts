import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../db/pool.ts'
import { atOnce, forgetExposures, forgetSome } from './keep-queries.ts'
import { dropPartitions, makePartitions } from './partition-queries.ts'

const dayMs = 24 * 3_600_000

/** Makes room for the events to come, and forgets what is kept long enough: whole days of events, batches, counts, exposures. */
export async function keepMeasure(db: Db, now: Date): Promise<void> {
  await makePartitions(db, now)
  await dropPartitions(db, now)
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  while ((await forgetSome(db, 'track_batch', 'received_at', ago(limits.batchesKeptDays))) === atOnce);
  while ((await forgetSome(db, 'intake_count', 'hour', ago(limits.intakeKeptDays))) === atOnce);
  while ((await forgetExposures(db, ago(limits.exposuresKeptDays))) === atOnce);
}
