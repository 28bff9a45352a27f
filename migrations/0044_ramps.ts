// Ramps: how a rule comes to serve another variant step by step, by a plan that is approved once; the plans that projects
// keep; and the times in which environments are frozen.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ramp (
      id uuid primary key,
      project_id uuid not null references project on delete cascade,
      number integer not null check (number > 0),
      environment_id uuid not null references environment on delete cascade,
      flag text not null,
      change_id uuid not null unique references change on delete cascade,
      plan json not null,
      ground json not null,
      state text not null check (state in
        ('proposed', 'running', 'waiting', 'paused', 'completed', 'rolled-back', 'withdrawn', 'ended')),
      step integer not null check (step >= 0),
      why text,
      held text,
      by_name text not null,
      person_id uuid references person on delete set null,
      token_id uuid references api_token on delete set null,
      head_number integer not null check (head_number >= 0),
      proposed_at timestamptz not null,
      started_at timestamptz,
      entered_at timestamptz,
      due_at timestamptz,
      ended_at timestamptz,
      unique (project_id, number)
    )`.execute(db)
  await sql`
    create unique index ramp_open on ramp (environment_id, flag) where state in ('running', 'waiting', 'paused')`.execute(
    db,
  )
  await sql`create index ramp_due on ramp (due_at) where state = 'running'`.execute(db)
  await sql`create index ramp_flag on ramp (project_id, flag, number)`.execute(db)
  await sql`
    create table ramp_plan (
      project_id uuid not null references project on delete cascade,
      name text not null,
      plan json not null,
      primary key (project_id, name)
    )`.execute(db)
  await sql`
    create table freeze_window (
      id uuid primary key,
      environment_id uuid not null references environment on delete cascade,
      from_at timestamptz not null,
      to_at timestamptz not null,
      why text not null,
      made_by text not null,
      made_at timestamptz not null,
      check (from_at < to_at)
    )`.execute(db)
  await sql`create index freeze_window_environment on freeze_window (environment_id, to_at)`.execute(db)
}
