// What a project measures by. A version is never changed: runs pin the one they use, and an edit makes the next.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // version: the newest
  await sql`
    create table metric (
      id integer primary key generated always as identity,
      project_id uuid not null references project on delete cascade,
      key text not null,
      version integer not null,
      created_at timestamptz not null,
      archived_at timestamptz
    )`.execute(db)
  await sql`create unique index metric_key on metric (project_id, lower(key))`.execute(db)
  await sql`
    create table metric_version (
      metric integer not null references metric on delete cascade,
      version integer not null,
      definition json not null,
      saved_at timestamptz not null,
      primary key (metric, version)
    )`.execute(db)
}
