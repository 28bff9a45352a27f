// How people come in and back in: invitations and password resets, found by the hash of their link; and how often
// somebody has tried, counted for all servers together. Counts may be lost in a crash, so their table has no log.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitation (
      id uuid primary key,
      project_id uuid references project on delete cascade,
      email text not null check (email = lower(email)),
      role text not null check (role in ('viewer', 'editor', 'publisher', 'admin', 'owner', 'member')),
      environments text[],
      token_hash bytea not null unique,
      invited_by uuid references person on delete set null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      accepted_at timestamptz,
      revoked_at timestamptz,
      check ((project_id is null) = (role in ('owner', 'member')))
    )`.execute(db)
  await sql`create index invitation_project on invitation (project_id)`.execute(db)
  await sql`
    create table password_reset (
      id uuid primary key,
      person_id uuid not null references person on delete cascade,
      token_hash bytea not null unique,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db)
  await sql`create index password_reset_person on password_reset (person_id)`.execute(db)
  await sql`
    create unlogged table attempt (
      subject text primary key,
      count integer not null,
      since timestamptz not null,
      closed_until timestamptz
    )`.execute(db)
}
