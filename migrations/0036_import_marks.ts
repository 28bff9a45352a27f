// Revisions that an import wrote, and those that took one back, say so.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table revision drop constraint revision_mark_check`.execute(db)
  await sql`
    alter table revision add constraint revision_mark_check
    check (mark in ('emergency', 'bypassed', 'restore', 'import', 'undo'))`.execute(db)
}
