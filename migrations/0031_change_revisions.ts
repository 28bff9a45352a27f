// Which revisions a change led to: asked for on its page and by each row of the list of changes.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index revision_change on revision (environment_id, change_number)
    where change_number is not null`.execute(db)
}
