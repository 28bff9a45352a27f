// How many exposures each environment keeps, told by programs and told by pages: counted by the database itself, so that
// whoever holds a public key cannot fill the disk, nor take the room of programs.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table exposure add column by_client boolean not null default false`.execute(db)
  await sql`create index exposure_first_at on exposure using brin (first_at)`.execute(db)
  await sql`
    create table exposure_count (
      environment_id uuid not null references environment on delete cascade,
      by_client boolean not null,
      kept bigint not null,
      primary key (environment_id, by_client)
    )`.execute(db)
  await sql`
    insert into exposure_count (environment_id, by_client, kept)
    select environment_id, by_client, count(*) from exposure group by environment_id, by_client`.execute(db)
  await sql`
    create function count_exposures() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into exposure_count (environment_id, by_client, kept)
        select environment_id, by_client, count(*) from moved group by environment_id, by_client
        order by environment_id, by_client
        on conflict (environment_id, by_client) do update set kept = exposure_count.kept + excluded.kept;
      else
        update exposure_count set kept = exposure_count.kept - gone.count
        from (select environment_id, by_client, count(*) from moved group by environment_id, by_client) as gone
        where exposure_count.environment_id = gone.environment_id and exposure_count.by_client = gone.by_client;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger exposure_inserted after insert on exposure referencing new table as moved
    for each statement execute function count_exposures()`.execute(db)
  await sql`
    create trigger exposure_deleted after delete on exposure referencing old table as moved
    for each statement execute function count_exposures()`.execute(db)
}
