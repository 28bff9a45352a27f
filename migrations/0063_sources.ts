// Tables that people have already: where they lie, what of them is read as events, and what each read came to.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // connection: where, as whom, over which encryption. sealed: the password. budget: how much may be read in a day
  await sql`
    create table source (
      id integer primary key generated always as identity,
      project_id uuid not null references project on delete cascade,
      environment_id uuid not null references environment on delete cascade,
      key text not null,
      kind text not null check (kind in ('postgresql', 'clickhouse')),
      connection json not null,
      sealed text not null,
      budget json not null,
      saved_by text not null,
      saved_at timestamptz not null,
      archived_at timestamptz
    )`.execute(db)
  await sql`create unique index source_key on source (project_id, lower(key))`.execute(db)

  // since: the first instant that is read. read_until: all before is there; null before the first slice. round_at, slice_from: when
  // the round began that is under way, and where its next slice does. problem: why the last slice could not be read
  await sql`
    create table fact (
      id integer primary key generated always as identity,
      source integer not null references source on delete cascade,
      environment_id uuid not null references environment on delete cascade,
      event integer not null references tracked_event on delete cascade,
      unit_by text,
      query text not null,
      every_ms integer not null,
      look_back_ms integer not null,
      since timestamptz not null,
      read_until timestamptz,
      round_at timestamptz,
      slice_from timestamptz,
      due_at timestamptz not null,
      leased_until timestamptz,
      failures integer not null default 0,
      problem text,
      saved_by text not null,
      saved_at timestamptz not null,
      archived_at timestamptz
    )`.execute(db)
  // one gives an event of an environment: a slice replaces what lies in its time
  await sql`create unique index fact_event on fact (environment_id, event) where archived_at is null`.execute(db)
  await sql`create index fact_source on fact (source)`.execute(db)
  await sql`create index fact_due on fact (due_at) where archived_at is null`.execute(db)

  // refused: how many rows, by why. problem: why nothing was kept
  await sql`
    create table source_read (
      fact integer not null references fact on delete cascade,
      at timestamptz not null,
      from_at timestamptz not null,
      to_at timestamptz not null,
      rows integer not null,
      refused json not null,
      bytes bigint not null,
      ms integer not null,
      problem text
    )`.execute(db)
  await sql`create index source_read_fact on source_read (fact, at)`.execute(db)
}
