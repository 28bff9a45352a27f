import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'

/** As many rows go at a time. */
export const atOnce = 10_000

/** Forgets some rows of a table from before an instant; tells how many. */
export const forgetSome = async (db: Db, table: string, column: string, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} limit ${atOnce}
    ))`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
