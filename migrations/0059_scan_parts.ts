// Parts of a scan that is sent in several requests: they wait here until the last one has come, and what was known of the
// branch stays as it is until then.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table scan_part (
      project_id uuid not null references project on delete cascade,
      scan uuid not null,
      number integer not null,
      of integer not null,
      repository text not null,
      branch text not null,
      commit text not null,
      places integer not null,
      body jsonb not null,
      sent_at timestamptz not null,
      primary key (project_id, scan, number)
    )`.execute(db)
}
