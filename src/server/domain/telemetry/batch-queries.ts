import type { TrackReceipt } from '../../../shared/schemas/tracked.ts'
import type { Db } from '../../db/pool.ts'

/** What was answered to a batch that is kept. */
export const answerOf = async (db: Db, place: number, id: string): Promise<TrackReceipt | undefined> => {
  const row = await db
    .selectFrom('trackBatch')
    .select('answer')
    .where('place', '=', place)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.answer
}
