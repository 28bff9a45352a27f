import type { TrackReceipt } from '../../../shared/schemas/tracked.ts'
import type { Db, Tx } from '../../db/pool.ts'

/** Notes a batch that has no rows; false where it was there already. Whoever notes it elsewhere waits. */
export const noteBatch = async (tx: Tx, place: number, id: string, at: Date): Promise<boolean> => {
  const row = await tx
    .insertInto('trackBatch')
    .values({ place, id, receivedAt: at, answer: JSON.stringify({ accepted: 0, refused: [] }) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

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
