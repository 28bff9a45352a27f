// Projects, their environments, who belongs to them, and the keys programs read with.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table project (
      id uuid primary key,
      key text not null unique,
      name text not null,
      description text not null,
      flag_key_pattern text,
      created_at timestamptz not null,
      archived_at timestamptz
    )`.execute(db)
  await sql`
    create table environment (
      id uuid primary key,
      project_id uuid not null references project on delete cascade,
      key text not null,
      name text not null,
      colour text not null,
      position integer not null,
      protected boolean not null,
      required_approvals integer not null check (required_approvals between 0 and 5),
      head_number integer not null default 0,
      created_at timestamptz not null,
      unique (project_id, key)
    )`.execute(db)
  await sql`
    create table membership (
      project_id uuid not null references project on delete cascade,
      person_id uuid not null references person on delete cascade,
      role text not null check (role in ('viewer', 'editor', 'publisher', 'admin')),
      environments text[],
      created_at timestamptz not null,
      primary key (project_id, person_id)
    )`.execute(db)
  await sql`create index membership_person on membership (person_id)`.execute(db)
  await sql`
    create table sdk_key (
      id uuid primary key,
      environment_id uuid not null references environment on delete cascade,
      kind text not null check (kind in ('server', 'client')),
      name text not null,
      prefix text not null,
      hash bytea not null unique,
      client_text text,
      allowed_origins text[] not null default '{}',
      created_at timestamptz not null,
      created_by uuid references person on delete set null,
      last_used_at timestamptz,
      expires_at timestamptz,
      revoked_at timestamptz,
      check ((kind = 'client') = (client_text is not null))
    )`.execute(db)
  await sql`create index sdk_key_environment on sdk_key (environment_id)`.execute(db)
}
