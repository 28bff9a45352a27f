// The language that a person reads Fanion in, as BCP 47 has it; null where they chose none, and their browser decides.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table person add column locale text check (length(locale) between 2 and 35)`.execute(db)
}
