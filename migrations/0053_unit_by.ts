// By what a row of an event names its unit: an attribute that a measured rule divides by, or null, the targeting key. And the
// rows that pages sent are found at once: a look asks whether there are any.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table track add column unit_by text`.execute(db)
  await sql`create index track_of_pages on track (event, at) where via = 1`.execute(db)
}
