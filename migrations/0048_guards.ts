// Every ramp is a run, by the same number. Guards: when they are looked at, what was seen at each look, and whom they ask.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into run (project_id, environment_id, number, flag, kind, state, rule, salt, arms, plan, hash, change_number,
      versions, proposed_at, opened_at, ended_at)
    select ramp.project_id, ramp.environment_id, ramp.number, ramp.flag, 'ramp',
      case when ramp.state = 'proposed' then 'proposed' when ramp.state in ('running', 'waiting', 'paused') then 'open' else 'ended' end,
      case when ramp.state = 'proposed' then null else json_build_object('id', 'run-' || ramp.number, 'when', true,
        'serve', json_build_object('variant', ramp.plan ->> 'to')) end,
      ramp.flag, json_build_array(ramp.plan ->> 'to', ramp.ground ->> 'before'), jsonb_build_object('ramp', ramp.plan),
      encode(sha256(convert_to(ramp.plan::text, 'UTF8')), 'hex'), change.number, '{}', ramp.proposed_at,
      case when ramp.state = 'proposed' then null else coalesce(ramp.started_at, ramp.proposed_at) end,
      case when ramp.state in ('proposed', 'running', 'waiting', 'paused') then null
        else coalesce(ramp.ended_at, ramp.proposed_at) end
    from ramp join change on change.id = ramp.change_id
    on conflict do nothing`.execute(db)

  // look_at: of the next look, null without guards. looks: how many there were. leased_until: by the server that looks now.
  // overruled: the guards in spite of which somebody resumed it
  await sql`
    alter table ramp add column look_at timestamptz, add column looks integer not null default 0,
      add column leased_until timestamptz, add column overruled json not null default '[]'`.execute(db)
  await sql`
    create index ramp_look on ramp (look_at) where look_at is not null and state in ('running', 'waiting', 'paused')`.execute(
    db,
  )

  // what was seen, as it was seen: never written anew
  await sql`
    create table run_look (
      project_id uuid not null references project on delete cascade,
      run integer not null,
      number integer not null,
      at timestamptz not null,
      decisive boolean not null,
      body json not null,
      primary key (project_id, run, number)
    )`.execute(db)
  await sql`create index run_look_at on run_look (at) where not decisive`.execute(db)
  await sql`
    create function keep_look() returns trigger language plpgsql as $$
    begin
      raise exception 'a look is never written anew';
    end $$`.execute(db)
  await sql`create trigger run_look_kept before update on run_look for each row execute function keep_look()`.execute(
    db,
  )

  // sealed: a bearer token of a Prometheus, or the secret that questions to a verdict are signed with
  await sql`
    create table guard_source (
      project_id uuid not null references project on delete cascade,
      key text not null,
      kind text not null check (kind in ('prometheus', 'verdict')),
      url text not null,
      sealed text,
      made_by text not null,
      made_at timestamptz not null,
      primary key (project_id, key)
    )`.execute(db)
}
