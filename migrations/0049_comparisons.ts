// What programs that ask another system beside Fanion told: how often both answered alike, by flag and hour, and a few
// examples of where they did not.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table comparison (
      environment_id uuid not null references environment on delete cascade,
      hour timestamptz not null,
      flag text not null,
      same bigint not null,
      different bigint not null,
      errors bigint not null,
      defaults bigint not null,
      primary key (environment_id, hour, flag)
    )`.execute(db)
  await sql`
    create table comparison_example (
      environment_id uuid not null references environment on delete cascade,
      flag text not null,
      digest text not null,
      source text not null,
      answers json not null,
      context json,
      unit uuid,
      seen_at timestamptz not null,
      primary key (environment_id, flag, digest)
    )`.execute(db)
}
