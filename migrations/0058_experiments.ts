// Experiments: what is compared by which metrics, each time that it ran, the stretches of layers that runs hold, and the sums
// of cohorts, each reckoned once. A run's looks are kept where those of ramps are.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table layer (
      id uuid primary key,
      project_id uuid not null references project on delete cascade,
      key text not null,
      name text not null,
      unit_by text,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create unique index layer_key on layer (project_id, lower(key))`.execute(db)

  // setup: as the next run has it. run: the number of the one that is on, or was last
  await sql`
    create table experiment (
      id uuid primary key,
      project_id uuid not null references project on delete cascade,
      environment_id uuid not null references environment on delete cascade,
      key text not null,
      name text not null,
      flag text not null,
      setup json not null,
      state text not null check (state in ('draft', 'running', 'stopped', 'decided', 'archived')),
      run integer,
      decision json,
      by_name text not null,
      created_at timestamptz not null,
      check ((state = 'draft') = (run is null) or state = 'archived')
    )`.execute(db)
  await sql`create unique index experiment_key on experiment (project_id, lower(key))`.execute(db)
  await sql`create index experiment_flag on experiment (environment_id, flag)`.execute(db)

  // run: its number. setup: as it was started. ground: what the flag was. by_name, person_id, token_id: whoever answers for it.
  // head_number: the newest revision of the flag that it knows of. guards: what they said last
  await sql`
    create table experiment_run (
      project_id uuid not null references project on delete cascade,
      run integer not null check (run > 0),
      experiment_id uuid not null references experiment on delete cascade,
      change_id uuid not null unique references change on delete cascade,
      setup json not null,
      ground json not null,
      state text not null check (state in ('proposed', 'running', 'stopped', 'withdrawn')),
      how text check (how in ('as-before', 'as-it-is')),
      why text,
      by_name text not null,
      person_id uuid references person on delete set null,
      token_id uuid references api_token on delete set null,
      head_number integer not null check (head_number >= 0),
      proposed_at timestamptz not null,
      started_at timestamptz,
      ends_at timestamptz,
      over_at timestamptz,
      stopped_at timestamptz,
      look_at timestamptz,
      looks integer not null default 0,
      leased_until timestamptz,
      guards json,
      primary key (project_id, run),
      check ((state in ('running', 'stopped')) = (started_at is not null)),
      check ((state = 'stopped') = (stopped_at is not null))
    )`.execute(db)
  await sql`create index experiment_run_of on experiment_run (experiment_id, run)`.execute(db)
  await sql`create index experiment_run_look on experiment_run (look_at) where look_at is not null and state = 'running'`.execute(
    db,
  )
  await sql`create index experiment_run_open on experiment_run (experiment_id) where state in ('proposed', 'running')`.execute(
    db,
  )
  await sql`
    create trigger experiment_run_told after update of state on experiment_run
    for each row when (old.state is distinct from new.state) execute function tell_review()`.execute(db)

  // held from when a run is proposed until its rule is gone: two never overlap
  await sql`
    create table layer_stretch (
      layer_id uuid not null references layer,
      environment_id uuid not null references environment on delete cascade,
      project_id uuid not null,
      run integer not null,
      from_part integer not null,
      to_part integer not null,
      primary key (layer_id, environment_id, from_part),
      check (0 <= from_part and from_part < to_part and to_part <= 100000),
      foreign key (project_id, run) references experiment_run on delete cascade
    )`.execute(db)
  await sql`create index layer_stretch_run on layer_stretch (project_id, run)`.execute(db)

  // what a metric adds up to over the units first exposed in one day (in days since 1970), by arm: of all, or of those that
  // servers told of alone. Reckoned once, when the window and the lag of the last of them are over
  await sql`
    create table cohort (
      project_id uuid not null,
      run integer not null,
      metric text not null,
      cohort integer not null,
      arm smallint not null,
      told boolean not null,
      sums json not null,
      reckoned_at timestamptz not null,
      primary key (project_id, run, metric, cohort, arm, told),
      foreign key (project_id, run) references experiment_run on delete cascade
    )`.execute(db)
  await sql`
    create function keep_cohort() returns trigger language plpgsql as $$
    begin
      raise exception 'a cohort is reckoned once';
    end $$`.execute(db)
  await sql`create trigger cohort_kept before update on cohort for each row execute function keep_cohort()`.execute(db)
}
