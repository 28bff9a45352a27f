// What units did, and what they were given. Units are digests under a key of their environment; batches are kept once, by id.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // what was kept before: nothing read it
  await sql`drop table exposure`.execute(db)
  await sql`drop table exposure_count`.execute(db)
  await sql`drop function count_exposures`.execute(db)

  // definition: value, properties, who may send it
  await sql`
    create table tracked_event (
      id integer primary key generated always as identity,
      project_id uuid not null references project on delete cascade,
      key text not null,
      name text not null,
      description text not null,
      definition json not null,
      created_at timestamptz not null,
      archived_at timestamptz
    )`.execute(db)
  await sql`create unique index tracked_event_key on tracked_event (project_id, lower(key))`.execute(db)
  await sql`
    create function tell_tracked() returns trigger language plpgsql as $$
    begin
      perform pg_notify('fanion_measure', coalesce(new.project_id, old.project_id)::text);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger tracked_event_told after insert or update or delete on tracked_event
    for each row execute function tell_tracked()`.execute(db)

  // place: what rows carry for the environment. sealed: the key of its digests, which goes with the environment
  await sql`
    create table measure_key (
      place integer primary key generated always as identity,
      environment_id uuid not null unique references environment on delete cascade,
      sealed text not null
    )`.execute(db)

  // the first of each unit and run. arm: its place among the run's. via: server, client, request, otlp, source
  await sql`
    create table exposure (
      run integer not null,
      unit uuid not null,
      arm smallint not null,
      first_at timestamptz not null,
      via smallint not null,
      crossed boolean not null default false,
      primary key (run, unit)
    )`.execute(db)
  // a day a partition, made ahead and dropped whole
  await sql`
    create table track (
      unit uuid not null,
      at timestamptz not null,
      value double precision,
      place integer not null,
      event integer not null,
      via smallint not null,
      properties jsonb
    ) partition by range (at)`.execute(db)
  await sql`create index track_of_unit on track (event, unit, at) include (value)`.execute(db)

  // kept for nine days: a day more than an event may be late
  await sql`
    create table track_batch (
      place integer not null,
      id uuid not null,
      received_at timestamptz not null,
      answer json not null,
      primary key (place, id)
    )`.execute(db)
  await sql`create index track_batch_received on track_batch using brin (received_at)`.execute(db)
  // subject: an event's key, or a run's number. reason: why rows were refused; empty for those that were kept
  await sql`
    create table intake_count (
      place integer not null,
      kind text not null check (kind in ('event', 'run')),
      subject text not null,
      hour timestamptz not null,
      sdk text not null,
      reason text not null,
      count bigint not null,
      last_at timestamptz not null,
      primary key (place, kind, subject, hour, sdk, reason)
    )`.execute(db)
  await sql`create index intake_count_hour on intake_count using brin (hour)`.execute(db)

  await sql`
    create function forget_run() returns trigger language plpgsql as $$
    begin
      delete from exposure where run = old.id;
      return null;
    end $$`.execute(db)
  await sql`create trigger run_forgotten after delete on run for each row execute function forget_run()`.execute(db)
  await sql`
    create function forget_place() returns trigger language plpgsql as $$
    begin
      delete from intake_count where place = old.place;
      delete from track_batch where place = old.place;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger measure_key_forgotten after delete on measure_key
    for each row execute function forget_place()`.execute(db)
}
