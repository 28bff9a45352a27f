// How many servers in a row stopped while they looked at a ramp or at a run, or sent a delivery or an email, without releasing it.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['ramp', 'experiment_run', 'delivery', 'letter'])
    await sql`alter table ${sql.table(table)} add column interrupted integer not null default 0`.execute(db)
}
