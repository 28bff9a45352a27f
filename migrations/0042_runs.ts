// A run is one measured stretch of one rule: rules name it, exposures are of it. Its plan and arms never change once it began.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // id: what rows of exposures carry. rule: as last published. salt: of its flag. arms: keys of variants, by their order
  await sql`
    create table run (
      id integer primary key generated always as identity,
      project_id uuid not null references project on delete cascade,
      environment_id uuid not null references environment on delete cascade,
      number integer not null,
      flag text not null,
      kind text not null check (kind in ('ramp', 'experiment')),
      state text not null check (state in ('proposed', 'open', 'ended')),
      rule json,
      salt text not null,
      arms json not null,
      plan jsonb not null,
      hash text not null,
      change_number integer,
      versions json not null,
      proposed_at timestamptz not null,
      opened_at timestamptz,
      ended_at timestamptz,
      unique (project_id, number),
      check (state <> 'proposed' or opened_at is null),
      check (state <> 'open' or (opened_at is not null and rule is not null)),
      check ((state = 'ended') = (ended_at is not null))
    )`.execute(db)
  await sql`create index run_open on run (environment_id) where state <> 'ended'`.execute(db)
  await sql`create index run_flag on run (project_id, flag)`.execute(db)
  // every server knows the runs of its environments by heart
  await sql`
    create function tell_measure() returns trigger language plpgsql as $$
    begin
      perform pg_notify('fanion_measure', coalesce(new.environment_id, old.environment_id)::text);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger run_told after insert or update or delete on run
    for each row execute function tell_measure()`.execute(db)
}
