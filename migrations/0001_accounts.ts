// People and their sessions. A session is found by the hash of its token; the token itself is never stored.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table person (
      id uuid primary key,
      email text not null unique check (email = lower(email)),
      name text not null,
      instance_role text not null check (instance_role in ('owner', 'member')),
      password_hash text,
      disabled_at timestamptz,
      last_seen_at timestamptz,
      created_at timestamptz not null
    )`.execute(db)
  await sql`
    create table session (
      id uuid primary key,
      token_hash bytea not null unique,
      person_id uuid not null references person on delete cascade,
      address text not null,
      user_agent text not null,
      created_at timestamptz not null,
      seen_at timestamptz not null,
      authenticated_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index session_person on session (person_id)`.execute(db)
}
