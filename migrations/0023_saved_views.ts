// Filters of the flag list that people gave a name, for themselves or for everybody in the project.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_view (
      id uuid primary key,
      project_id uuid not null references project on delete cascade,
      person_id uuid references person on delete cascade,
      name text not null,
      query text not null,
      sort text check (sort in ('name', 'updated')),
      created_at timestamptz not null
    )`.execute(db)
  // whose it is; nobody's are everybody's
  await sql`
    create unique index saved_view_shared_name on saved_view (project_id, lower(name)) where person_id is null`.execute(
    db,
  )
  await sql`
    create unique index saved_view_own_name on saved_view (project_id, person_id, lower(name))
    where person_id is not null`.execute(db)
}
