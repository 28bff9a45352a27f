// Where flags came from: a source is one project of another system, a run one reading of its files, an item one flag or
// segment of a run. What a source wrote, and what stood there before, is kept so that one act takes it back.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table import_source (
      id uuid primary key,
      project_id uuid not null references project on delete cascade,
      number integer not null check (number > 0),
      vendor text not null,
      name text not null,
      state text not null check (state in ('open', 'undone')),
      created_at timestamptz not null,
      created_by text not null,
      unique (project_id, number)
    )`.execute(db)
  // documents and what people are told are json, not jsonb: the order of variants is part of them
  await sql`
    create table import_run (
      id uuid primary key,
      source_id uuid not null references import_source on delete cascade,
      number integer not null check (number > 0),
      state text not null check (state in ('compiling', 'previewed', 'applied', 'discarded', 'failed')),
      bundle bytea,
      options json not null,
      mapping json not null,
      summary json,
      written json not null,
      change_number integer,
      problem text,
      started_at timestamptz not null,
      started_by text not null,
      ended_at timestamptz,
      unique (source_id, number)
    )`.execute(db)
  await sql`
    create table import_item (
      run_id uuid not null references import_run on delete cascade,
      position integer not null,
      kind text not null check (kind in ('flag', 'segment')),
      key text not null,
      verdict text not null,
      item json not null,
      documents json not null,
      primary key (run_id, position)
    )`.execute(db)
  await sql`create index import_item_key on import_item (run_id, kind, key)`.execute(db)
  await sql`
    create table import_subject (
      source_id uuid not null references import_source on delete cascade,
      kind text not null check (kind in ('flag', 'segment')),
      key text not null,
      theirs text not null,
      made boolean not null,
      primary key (source_id, kind, key)
    )`.execute(db)
  // number: of the last revision in which the source wrote the subject there; before: what stood there before the first
  await sql`
    create table import_written (
      source_id uuid not null references import_source on delete cascade,
      environment_id uuid not null references environment on delete cascade,
      kind text not null check (kind in ('flag', 'segment')),
      key text not null,
      number integer not null,
      before json,
      primary key (source_id, environment_id, kind, key)
    )`.execute(db)
}
