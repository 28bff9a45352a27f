// When the newest cohorts of a run are counted a second time, so that reports which arrive right after a look still count.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // recount_since: cohorts reckoned from then on are counted again at recount_at; both null if all are final
  await sql`alter table experiment_run add column recount_since timestamptz, add column recount_at timestamptz`.execute(
    db,
  )
  await sql`create index experiment_run_recount on experiment_run (recount_at) where recount_at is not null`.execute(db)
}
