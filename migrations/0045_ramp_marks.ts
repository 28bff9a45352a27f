// A revision that a ramp's plan published says so, and so does the way back from it.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table revision drop constraint revision_mark_check`.execute(db)
  await sql`
    alter table revision add constraint revision_mark_check
    check (mark in ('emergency', 'bypassed', 'restore', 'import', 'undo', 'ramp', 'rollback'))`.execute(db)
}
