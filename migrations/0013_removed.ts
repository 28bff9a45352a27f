// Every subject that an environment ever had is in its heads or was removed once: found without reading the whole log.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index entry_removed on entry (environment_id, kind, key) where document is null`.execute(db)
}
