// Which transaction touched a flag's row last: so that a server that keeps the rows in memory reads only what changed since.
// A sequence would not do: its numbers are given before they are committed, and a late one would be missed.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // the default is one value for all rows that are there, so nothing is rewritten
  await sql`alter table flag add column changed xid8 not null default pg_current_xact_id()`.execute(db)
  await sql`create index flag_changed on flag (project_id, changed)`.execute(db)
  await sql`create index flag_key_order on flag (project_id, key collate "C")`.execute(db)
  await sql`
    create function flag_changes() returns trigger language plpgsql as $$
    begin
      new.changed := pg_current_xact_id();
      return new;
    end $$`.execute(db)
  await sql`create trigger flag_changed before update on flag for each row execute function flag_changes()`.execute(db)
  // a flag shows the name of its owner
  await sql`
    create function owner_renamed() returns trigger language plpgsql as $$
    begin
      update flag set owner_id = owner_id where owner_id = new.id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger owner_renamed after update of name on person for each row
    when (old.name is distinct from new.name) execute function owner_renamed()`.execute(db)
}
