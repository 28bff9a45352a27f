// Counts by the day, which outlive those by the hour; and the last hour in which a flag was counted at all, so that whether
// anybody asks for it is one row and not a quarter of a year of them.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table evaluation_day (
      environment_id uuid not null references environment on delete cascade,
      flag text not null,
      variant text not null,
      day date not null,
      count bigint not null,
      primary key (environment_id, flag, variant, day)
    )`.execute(db)
  await sql`create index evaluation_day_day on evaluation_day (day)`.execute(db)
  await sql`
    create table evaluation_seen (
      environment_id uuid not null references environment on delete cascade,
      flag text not null,
      hour timestamptz not null,
      primary key (environment_id, flag)
    )`.execute(db)
  await sql`
    insert into evaluation_seen (environment_id, flag, hour)
    select environment_id, flag, max(hour) from evaluation_count group by environment_id, flag`.execute(db)
  // the day up to which, itself included, hours were summed; one row
  await sql`
    create table roll_up (
      single boolean primary key default true check (single),
      day date not null
    )`.execute(db)
}
