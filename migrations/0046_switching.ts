// What a switch keeps: the keys somebody chose for flags that come in under another one, which systems' SDKs read an
// environment, and whether a project holds back what these would no longer be answered.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import_run add column keys json not null default '[]'`.execute(db)
  await sql`alter table project add column protect_readers boolean not null default false`.execute(db)
  await sql`
    create table reader_format (
      environment_id uuid not null references environment on delete cascade,
      format text not null,
      last_seen_at timestamptz not null,
      primary key (environment_id, format)
    )`.execute(db)
}
