// API tokens of people and of projects, found by hash. A service token belongs to its project and goes with it.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_token (
      id uuid primary key,
      kind text not null check (kind in ('personal', 'service')),
      person_id uuid references person on delete cascade,
      project_id uuid references project on delete cascade,
      name text not null,
      prefix text not null,
      hash bytea not null unique,
      scopes jsonb not null,
      created_at timestamptz not null,
      created_by uuid references person on delete set null,
      last_used_at timestamptz,
      expires_at timestamptz,
      revoked_at timestamptz,
      check ((kind = 'personal') = (person_id is not null)),
      check ((kind = 'service') = (project_id is not null))
    )`.execute(db)
  await sql`create index api_token_person on api_token (person_id)`.execute(db)
  await sql`create index api_token_project on api_token (project_id)`.execute(db)
}
