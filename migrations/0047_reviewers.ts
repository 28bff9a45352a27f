// Who was asked by name to review a change, with the name they had then; others who may approve it still can.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table change add column reviewers json not null default '[]'`.execute(db)
}
