// Whether programs of an environment may send samples of the contexts they evaluate: off until somebody turns it on.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table environment add column sampling boolean not null default false`.execute(db)
}
