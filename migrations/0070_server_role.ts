// Lets servers run under a role that owns no table and can't rewrite the audit log. What needs more rights than writing rows
// runs as the owner: linking new events into their chains, and adding and dropping the days of measured events.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  // pg_temp last: a caller's temporary table must not stand in for one of ours
  const path = sql`${sql.id(rows[0]?.schema ?? 'public')}, pg_temp`
  await sql`alter function chain_new_event() security definer`.execute(db)
  await sql`alter function chain_new_event() set search_path = ${path}`.execute(db)
  await sql`
    create function add_event_day(day date) returns void language plpgsql
    security definer set search_path = ${path} as $$
    declare
      part text := to_char(day, '"track_"YYYYMMDD');
      reader text;
    begin
      perform pg_advisory_xact_lock(hashtext('fanion.track'));
      if to_regclass(quote_ident(part)) is not null then
        return;
      end if;
      execute format(
        'create table %I partition of track for values from (%L) to (%L)',
        part, to_char(day, 'YYYY-MM-DD"T00:00:00Z"'), to_char(day + 1, 'YYYY-MM-DD"T00:00:00Z"')
      );
      -- some questions read a day’s partition by its name, which needs a right of its own
      for reader in
        select distinct grantee::regrole::text from pg_class cross join aclexplode(relacl)
        where pg_class.oid = 'track'::regclass and privilege_type = 'SELECT' and grantee not in (0, relowner)
      loop
        execute format('grant select on %I to %s', part, reader);
      end loop;
    end $$`.execute(db)
  // dropping a partition locks the whole table: whoever waits for that lock holds up all writers, so it waits briefly
  await sql`
    create function drop_event_day(day date) returns void language plpgsql
    security definer set search_path = ${path} set lock_timeout = '250ms' as $$
    declare
      part text := to_char(day, '"track_"YYYYMMDD');
    begin
      if exists (select from pg_inherits where inhparent = 'track'::regclass and inhrelid = to_regclass(quote_ident(part))) then
        execute format('drop table %I', part);
      end if;
    end $$`.execute(db)
  for (const name of [
    'chain_event(event)',
    'archive_chain(uuid, bigint)',
    'add_event_day(date)',
    'drop_event_day(date)',
  ])
    await sql`revoke execute on function ${sql.raw(name)} from public`.execute(db)
}
