// A page of the live flags, and of the archived ones, and how many there are of each, by an index of no others.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index flag_live on flag (project_id, key collate "C") where archived_at is null`.execute(db)
  await sql`create index flag_archived on flag (project_id, key collate "C") where archived_at is not null`.execute(db)
}
