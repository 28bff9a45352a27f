// Every server hears of a change that was made, moved or discussed, when the transaction of the act commits. Triggers tell,
// so that no act on a change can forget to; the same telling twice in a transaction is told once.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_change() returns trigger language plpgsql as $$
    begin
      perform pg_notify('fanion_changes', new.project_id || ':' || new.number);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger change_told after insert or update on change
    for each row execute function tell_change()`.execute(db)
  await sql`
    create function tell_review() returns trigger language plpgsql as $$
    begin
      perform pg_notify('fanion_changes', change.project_id || ':' || change.number)
      from change where change.id = new.change_id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger review_told after insert or update on review
    for each row execute function tell_review()`.execute(db)
}
