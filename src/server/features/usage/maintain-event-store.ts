import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { EventStore } from '../../platform/event-store/store.ts'
import { deleteBatchBefore, rowsPerDelete } from './retention-queries.ts'

const dayMs = 24 * 3_600_000

/**
 * Creates partitions for future events and deletes data after its retention: whole days of events, batches, counts,
 * exposures.
 */
export async function maintainEventStore(db: Db, store: EventStore, now: Date): Promise<void> {
  await store.keep(db, now)
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  while ((await deleteBatchBefore(db, 'track_batch', 'received_at', ago(limits.batchesKeptDays))) === rowsPerDelete);
  while ((await deleteBatchBefore(db, 'intake_count', 'hour', ago(limits.intakeKeptDays))) === rowsPerDelete);
}
