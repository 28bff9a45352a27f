// Contexts that programs sent as samples: what a draft is tried on before it is published.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sample_context (
      environment_id uuid not null references environment on delete cascade,
      digest text not null,
      context json not null,
      seen_at timestamptz not null,
      primary key (environment_id, digest)
    )`.execute(db)
  await sql`create index sample_context_seen on sample_context (environment_id, seen_at desc)`.execute(db)
}
