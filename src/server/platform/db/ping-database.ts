import { sql } from 'kysely'
import type { Db } from './pool.ts'

/** Pings the database. Rejects if it does not respond. */
export const pingDatabase = (db: Db) => sql`select 1`.execute(db)

/**
 * Whether the database accepts writes: it is not a standby and not set to read-only. Rejects if it does not respond.
 */
export const isWritable = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{
    readOnly: string
  }>`select current_setting('transaction_read_only') as "readOnly"`.execute(db)
  return rows[0]?.readOnly === 'off'
}
