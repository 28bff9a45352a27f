// What nobody may break by publishing: a promise is a sentence about flags, kept as JSON text. What it names is written down
// beside it, so that a publish finds the promises it may touch without reading them all.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // environments: keys; null for all of them, those to come included. flag_id: whose example it is, which goes with it
  await sql`
    create table promise (
      id uuid primary key,
      project_id uuid not null references project on delete cascade,
      key text not null,
      name text not null,
      statement json not null,
      environments text[],
      force text not null check (force in ('refuses', 'watches')),
      why text not null,
      flag_id uuid references flag on delete cascade,
      owner_id text,
      owner_name text not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create unique index promise_key on promise (project_id, lower(key))`.execute(db)
  await sql`create index promise_flag on promise (flag_id) where flag_id is not null`.execute(db)
  await sql`
    create table promise_reference (
      promise_id uuid not null references promise on delete cascade,
      kind text not null check (kind in ('flag', 'segment')),
      key text not null,
      primary key (promise_id, kind, key)
    )`.execute(db)
  // counts the edits of promises that hold in an environment: a publish that was proven by others is proven again
  await sql`alter table environment add column promises_version integer not null default 0`.execute(db)
  // what a revision broke knowingly; reason is null where flags were only turned off, or a promise only watches
  await sql`
    create table revision_breach (
      environment_id uuid not null,
      number integer not null,
      promise text not null,
      name text not null,
      sentence text not null,
      state json not null,
      reason text,
      primary key (environment_id, number, promise),
      foreign key (environment_id, number) references revision on delete cascade
    )`.execute(db)
  await sql`
    create trigger revision_breach_append_only before update or delete or truncate on revision_breach
    for each statement execute function refuse_rewriting_log()`.execute(db)
}
