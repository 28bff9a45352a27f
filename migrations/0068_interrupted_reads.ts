// How many servers in a row stopped while they read a fact, without releasing their lease.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table fact add column interrupted integer not null default 0`.execute(db)
}
