// Counts the transitions of a ramp, so that an act can name the state its author saw.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ramp add column version integer not null default 1`.execute(db)
}
