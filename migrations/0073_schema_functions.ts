// Records which version of each function in migrations/functions a database has.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // hash: SHA-256 of the file that created the function
  await sql`create table schema_function (name text primary key, hash text not null)`.execute(db)
}
