import { sql } from 'kysely'
import type { TrackReceipt } from '../../../shared/features/usage/schemas/tracked.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'

/** Records a batch without rows. Returns false if it was already recorded. Concurrent calls for the same batch wait. */
export const recordBatch = async (tx: Tx, place: number, id: string, at: Date): Promise<boolean> => {
  const row = await tx
    .insertInto('trackBatch')
    .values({ place, id, receivedAt: at, answer: JSON.stringify({ accepted: 0, refused: [] }) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The receipt of a stored batch. */
export const storedReceiptOf = async (db: Db, place: number, id: string): Promise<TrackReceipt | undefined> => {
  const row = await db
    .selectFrom('trackBatch')
    .select('answer')
    .where('place', '=', place)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.answer
}

/** Counts rows of an event that arrived outside of a batch, by their origin. */
export const addIntakeCount = async (
  tx: Tx,
  { place, event, by, count, at }: { place: number; event: string; by: string; count: number; at: Date },
): Promise<void> => {
  await sql`
    insert into intake_count (place, kind, subject, hour, sdk, reason, count, last_at)
    values (${place}, 'event', ${event}, date_trunc('hour', ${at}::timestamptz, 'UTC'), ${by}, '', ${count}, ${at})
    on conflict (place, kind, subject, hour, sdk, reason) do update
      set count = intake_count.count + excluded.count, last_at = greatest(intake_count.last_at, excluded.last_at)`.execute(
    tx,
  )
}
