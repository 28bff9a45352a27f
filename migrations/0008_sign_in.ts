// More ways to prove who one is: one-time codes, recovery codes, passkeys, and providers of single sign-on. What the
// server must read again (secrets of codes and providers) is stored sealed; the rest only as a hash.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table one_time_code (
      person_id uuid primary key references person on delete cascade,
      secret text not null,
      created_at timestamptz not null,
      confirmed_at timestamptz,
      last_step bigint not null default 0
    )`.execute(db)
  await sql`
    create table recovery_code (
      person_id uuid not null references person on delete cascade,
      hash bytea not null,
      used_at timestamptz,
      primary key (person_id, hash)
    )`.execute(db)
  await sql`
    create table passkey (
      id uuid primary key,
      person_id uuid not null references person on delete cascade,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db)
  await sql`create index passkey_person on passkey (person_id)`.execute(db)
  await sql`
    create table challenge (
      id uuid primary key,
      text text not null,
      person_id uuid references person on delete cascade,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`
    create table identity_provider (
      id uuid primary key,
      key text not null unique,
      name text not null,
      issuer text not null,
      client_id text not null,
      client_secret text not null,
      domains text[] not null,
      groups_claim text not null,
      group_roles jsonb not null,
      creates_people boolean not null,
      enabled boolean not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`
    create table identity (
      provider_id uuid not null references identity_provider on delete cascade,
      subject text not null,
      person_id uuid not null references person on delete cascade,
      created_at timestamptz not null,
      primary key (provider_id, subject)
    )`.execute(db)
  await sql`create index identity_person on identity (person_id)`.execute(db)
  await sql`
    alter table session
      add column provider_id uuid references identity_provider on delete set null,
      add column id_token text`.execute(db)
  await sql`
    alter table membership
      add column provider_id uuid references identity_provider on delete set null`.execute(db)
}
