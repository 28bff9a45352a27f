// A fact that names no event gives exposures.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table fact alter column event drop not null`.execute(db)
  // as of events, one gives those of an environment
  await sql`create unique index fact_exposures on fact (environment_id) where event is null and archived_at is null`.execute(
    db,
  )
}
