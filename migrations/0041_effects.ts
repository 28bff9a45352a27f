// An approval is of an effect: it knows the revisions that its giver saw. A change that moves more than its environments let
// pass unreviewed knows where it wants a second look.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table review add column seen json`.execute(db)
  await sql`alter table review drop constraint review_void_because_check`.execute(db)
  await sql`
    alter table review add constraint review_void_because_check
    check (void_because in ('edited', 'right-lost', 'ground-moved', 'effect-moved'))`.execute(db)
  await sql`alter table change add column second_look json`.execute(db)
}
