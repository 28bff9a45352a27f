// Metrics that were added to a run of an experiment after its start, as they were pinned then; json: an array. They decide nothing.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table experiment_run add column added json`.execute(db)
}
