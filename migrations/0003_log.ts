// Documents are json, not jsonb: the order of variants is part of them.
// The log: revisions and their entries, the heads that fold it, the flags and segments it is about, and the audit trail.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table flag (
      id uuid primary key,
      project_id uuid not null references project on delete cascade,
      key text not null,
      name text not null,
      description text not null,
      type text not null check (type in ('boolean', 'string', 'number', 'object')),
      schema json,
      variants text[] not null,
      tags text[] not null default '{}',
      owner_id uuid references person on delete set null,
      permanence text not null check (permanence in ('temporary', 'permanent')),
      expected_end timestamptz,
      visible_to_clients boolean not null,
      created_at timestamptz not null,
      created_by uuid references person on delete set null,
      archived_at timestamptz,
      archived_by uuid references person on delete set null
    )`.execute(db)
  await sql`create unique index flag_key on flag (project_id, lower(key))`.execute(db)
  await sql`
    create table segment (
      id uuid primary key,
      project_id uuid not null references project on delete cascade,
      key text not null,
      name text not null,
      description text not null,
      created_at timestamptz not null,
      archived_at timestamptz
    )`.execute(db)
  await sql`create unique index segment_key on segment (project_id, lower(key))`.execute(db)
  await sql`
    create table revision (
      environment_id uuid not null references environment on delete cascade,
      number integer not null check (number > 0),
      published_at timestamptz not null,
      actor_kind text not null check (actor_kind in ('user', 'token', 'system')),
      actor_id text,
      actor_name text not null,
      message text not null,
      mark text check (mark in ('emergency', 'bypassed', 'restore')),
      digest text not null,
      primary key (environment_id, number)
    )`.execute(db)
  await sql`
    create table entry (
      environment_id uuid not null,
      number integer not null,
      kind text not null check (kind in ('flag', 'segment')),
      key text not null,
      document json,
      primary key (environment_id, number, kind, key),
      foreign key (environment_id, number) references revision (environment_id, number) on delete cascade
    )`.execute(db)
  await sql`create index entry_subject on entry (environment_id, kind, key, number desc)`.execute(db)
  await sql`
    create table head (
      environment_id uuid not null references environment on delete cascade,
      kind text not null check (kind in ('flag', 'segment')),
      key text not null,
      number integer not null,
      document json not null,
      primary key (environment_id, kind, key)
    )`.execute(db)
  await sql`
    create table event (
      sequence bigint generated always as identity primary key,
      id uuid not null unique,
      at timestamptz not null,
      actor_kind text not null check (actor_kind in ('user', 'token', 'system')),
      actor_id text,
      actor_name text not null,
      action text not null,
      subject text not null,
      project_id uuid,
      environment_id uuid,
      before jsonb,
      after jsonb,
      request_id text not null,
      address text not null,
      user_agent text not null
    )`.execute(db)
  await sql`create index event_project on event (project_id, sequence desc)`.execute(db)
}
