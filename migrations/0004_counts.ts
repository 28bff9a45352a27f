// How often each variant was given, by hour: what the telemetry of programs adds up to.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table evaluation_count (
      environment_id uuid not null references environment on delete cascade,
      flag text not null,
      variant text not null,
      hour timestamptz not null,
      count bigint not null,
      primary key (environment_id, flag, variant, hour)
    )`.execute(db)
  await sql`create index evaluation_count_hour on evaluation_count (hour)`.execute(db)
}
