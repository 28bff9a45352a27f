// How often an environment was asked, by the hour: what a page that shows a whole project reads, however many flags it has.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table evaluation_hour (
      environment_id uuid not null references environment on delete cascade,
      hour timestamptz not null,
      count bigint not null,
      primary key (environment_id, hour)
    )`.execute(db)
  await sql`create index evaluation_hour_hour on evaluation_hour (hour)`.execute(db)
  await sql`
    insert into evaluation_hour (environment_id, hour, count)
    select environment_id, hour, least(sum(count), 9007199254740991)::bigint
    from evaluation_count group by environment_id, hour`.execute(db)
}
