// Which flag or segment of an environment names which other: so that "what uses this?" reads an index, not documents.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reference (
      environment_id uuid not null,
      kind text not null,
      key text not null,
      to_kind text not null check (to_kind in ('flag', 'segment')),
      to_key text not null,
      primary key (environment_id, kind, key, to_kind, to_key),
      foreign key (environment_id, kind, key) references head (environment_id, kind, key) on delete cascade
    )`.execute(db)
  await sql`create index reference_to on reference (environment_id, to_kind, to_key)`.execute(db)
}
