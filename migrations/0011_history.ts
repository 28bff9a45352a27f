// The revision that was the newest at an instant is found by an index, among any number of revisions.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index revision_published on revision (environment_id, published_at, number)`.execute(db)
}
