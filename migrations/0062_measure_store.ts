// Where events and exposures lie: in this database, or in ClickHouse. moved: the days of events that were copied there so far.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table installation add column measure_store text not null default 'postgresql'
      check (measure_store in ('postgresql', 'clickhouse'))`.execute(db)
  await sql`
    create table measure_moved (
      day date primary key,
      rows bigint not null,
      moved_at timestamptz not null
    )`.execute(db)
}
