import { sql } from 'kysely'
import type { Db } from './pool.ts'

/** Asks the database for nothing; rejects where it does not answer. */
export const answers = (db: Db) => sql`select 1`.execute(db)
