import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'

/** Number of rows to delete per statement. */
export const rowsPerDelete = 10_000

/** Deletes a batch of rows of a table from before a time. Returns their number. */
export const deleteBatchBefore = async (db: Db, table: string, column: string, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} limit ${rowsPerDelete}
    ))`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
