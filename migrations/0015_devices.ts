// Programs that ask to act in a person's name, in the shape of RFC 8628: a program holds the long code, of which only the
// hash is kept, and the person approves by the short one.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table device_request (
      id uuid primary key,
      code_hash bytea not null unique,
      user_code text not null unique,
      name text not null,
      scope jsonb not null,
      expires_in_days integer not null,
      address text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      polled_at timestamptz,
      state text not null default 'waiting' check (state in ('waiting', 'approved', 'denied')),
      person_id uuid references person on delete cascade,
      check ((state = 'waiting') = (person_id is null))
    )`.execute(db)
}
