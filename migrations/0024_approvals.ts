// An approval is of a result, given with the rights of whoever gave it, by nobody who wrote any of it; the way back leads
// only to what stood while approvals were required; a schedule knows who made it. Approvals that were given before name no
// result, so changes that were approved and not yet applied go back to review.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // the head when approvals came to be required: what stood then counts as approved, what was before does not
  await sql`alter table environment add column approved_from integer`.execute(db)
  await sql`update environment set approved_from = head_number where required_approvals > 0`.execute(db)
  await sql`
    create function note_approved_from() returns trigger language plpgsql as $$
    begin
      if new.required_approvals = 0 then
        new.approved_from := null;
      elsif tg_op = 'INSERT' or old.required_approvals = 0 then
        new.approved_from := new.head_number;
      end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger environment_approved_from before insert or update of required_approvals on environment
    for each row execute function note_approved_from()`.execute(db)

  // what the change comes to, and what was approved: environment id to the digest of the result there
  await sql`alter table change add column results json`.execute(db)
  await sql`alter table review add column results json`.execute(db)
  await sql`alter table review drop constraint review_void_because_check`.execute(db)
  await sql`
    alter table review add constraint review_void_because_check
    check (void_because in ('edited', 'right-lost', 'ground-moved'))`.execute(db)

  await sql`
    create table token_holder (
      token_id uuid not null references api_token on delete cascade,
      person_id uuid not null references person on delete cascade,
      primary key (token_id, person_id)
    )`.execute(db)
  await sql`
    insert into token_holder (token_id, person_id)
    select id, created_by from api_token where kind = 'service' and created_by is not null`.execute(db)
  await sql`
    create table change_author (
      change_id uuid not null references change on delete cascade,
      person_id uuid not null references person on delete cascade,
      primary key (change_id, person_id)
    )`.execute(db)
  await sql`
    insert into change_author (change_id, person_id)
    select id, author_id from change where author_id is not null
    union
    select change.id, created_by from change join api_token on api_token.project_id = change.project_id
    where change.author_id is null and created_by is not null`.execute(db)

  await sql`alter table schedule add column person_id uuid references person on delete set null`.execute(db)
  await sql`alter table schedule add column token_id uuid references api_token on delete set null`.execute(db)
}
