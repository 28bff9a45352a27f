import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { MeasureStore } from '../../platform/event-store/store.ts'
import { atOnce, forgetSome } from './keep-queries.ts'

const dayMs = 24 * 3_600_000

/** Makes room for the events to come, and forgets what is kept long enough: whole days of events, batches, counts, exposures. */
export async function keepMeasure(db: Db, store: MeasureStore, now: Date): Promise<void> {
  await store.keep(db, now)
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  while ((await forgetSome(db, 'track_batch', 'received_at', ago(limits.batchesKeptDays))) === atOnce);
  while ((await forgetSome(db, 'intake_count', 'hour', ago(limits.intakeKeptDays))) === atOnce);
}
