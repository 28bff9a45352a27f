import { sql } from 'kysely'
import type { Db } from './pool.ts'

/** Returns the database's version, its size and the last migration applied to it. */
export async function databaseFacts(db: Db): Promise<{ version: string; bytes: number; migration: string }> {
  const { rows } = await sql<{ version: string; bytes: string; migration: string }>`
    select current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes,
      (select name from kysely_migration order by name desc limit 1) as migration`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database says nothing of itself')
  return { version: row.version, bytes: Number(row.bytes), migration: row.migration }
}
