// Letters about ramps that wait to be sent, and who wants which. A letter is written in the transaction of what it tells: none
// is lost, and none tells of what was rolled back. It is deleted when it was sent, or when it is too old to help.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table letter (
      id uuid primary key,
      person_id uuid not null references person on delete cascade,
      project_id uuid not null references project on delete cascade,
      about jsonb not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index letter_due on letter (next_attempt_at)`.execute(db)
  await sql`create index letter_person on letter (person_id)`.execute(db)
  await sql`create index letter_project on letter (project_id)`.execute(db)
  await sql`
    create table letter_choice (
      person_id uuid primary key references person on delete cascade,
      ramps text not null check (ramps in ('all', 'own', 'none'))
    )`.execute(db)
}
