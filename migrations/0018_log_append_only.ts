// Revisions and their entries are append-only, as the audit trail is: the database refuses to rewrite them. They go only
// with their environment, which reaches them as a cascade, from within another trigger.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_rewriting_log() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and pg_trigger_depth() > 1 then
        return null;
      end if;
      raise exception 'the log is append-only: % of % is refused', tg_op, tg_table_name;
    end $$`.execute(db)
  for (const table of ['revision', 'entry']) {
    await sql`
      create trigger ${sql.ref(`${table}_append_only`)} before update or delete or truncate on ${sql.table(table)}
      for each statement execute function refuse_rewriting_log()`.execute(db)
  }
}
