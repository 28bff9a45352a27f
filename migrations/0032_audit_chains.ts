// A chain of the audit trail for each project, so that projects do not wait for each other when they commit. The chain
// there was goes on as the installation's: what it holds stays where it is, and is verified as before. A project's chain
// begins with its first event from now on, behind the installation's link of that instant.
import { type Kysely, sql } from 'kysely'

/** The index of the links by their chains, among any number of them, while others write: what `up` makes its key of. */
export async function online(db: Kysely<unknown>): Promise<void> {
  await addChain(db)
  // one that was given up is there, and is of no use
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass('event_chain_links') and not indisvalid`.execute(db)
  if (rows.length > 0) await sql`drop index event_chain_links`.execute(db)
  // it waits for every transaction that is older, and nobody waits for it
  await sql`set lock_timeout = '10min'`.execute(db)
  await sql`create unique index concurrently if not exists event_chain_links on event_chain (chain, position)`.execute(
    db,
  )
}

const addChain = (db: Kysely<unknown>) =>
  sql`
    alter table event_chain
      add column if not exists chain uuid not null default '00000000-0000-0000-0000-000000000000'`.execute(db)

export async function up(db: Kysely<unknown>): Promise<void> {
  // in the order of whoever writes an event: none of the two waits for the other
  await sql`lock table event in share row exclusive mode`.execute(db)
  // `id` is a project's, or nil for the installation's. The first hash of a project's covers `after_hash`, which the
  // installation's chain has at `after_position`. `checkpointed` is how far that chain has recorded this one
  await sql`
    create table audit_chain (
      id uuid primary key,
      after_position bigint not null,
      after_hash bytea not null,
      checkpointed bigint not null default 0
    )`.execute(db)
  await sql`
    insert into audit_chain (id, after_position, after_hash)
    values ('00000000-0000-0000-0000-000000000000', 0, decode(repeat('00', 32), 'hex'))`.execute(db)
  // the reference would keep an event for as long as its link; that both stay is what triggers see to
  await addChain(db)
  await sql`create unique index if not exists event_chain_links on event_chain (chain, position)`.execute(db)
  await sql`
    alter table event_chain drop constraint event_chain_pkey, drop constraint event_chain_sequence_fkey`.execute(db)
  await sql`
    alter table event_chain
      alter column chain drop default,
      add constraint event_chain_pkey primary key using index event_chain_links`.execute(db)
  // what the first hash of a chain covers; whoever verifies makes the same
  await sql`
    create function chain_beginning(c audit_chain) returns bytea language sql immutable as $$
      select case when c.id = '00000000-0000-0000-0000-000000000000' then c.after_hash
        else sha256(c.after_hash || convert_to(c.id::text || ':' || c.after_position::text, 'UTF8')) end
    $$`.execute(db)
  await sql`
    create function chain_of(e event) returns uuid language sql immutable as $$
      select coalesce(e.project_id, '00000000-0000-0000-0000-000000000000')
    $$`.execute(db)
  await sql`
    create or replace function chain_event(e event) returns void language plpgsql as $$
    declare
      own uuid := chain_of(e);
      last event_chain;
      opened audit_chain;
    begin
      perform pg_advisory_xact_lock(hashtext('fanion.audit'), hashtext(own::text));
      select * into last from event_chain where chain = own order by position desc limit 1;
      if not found then
        select * into opened from audit_chain where id = own;
        if not found then
          opened.id := own;
          select position, hash into opened.after_position, opened.after_hash from event_chain
            where chain = '00000000-0000-0000-0000-000000000000' order by position desc limit 1;
          opened.after_position := coalesce(opened.after_position, 0);
          opened.after_hash := coalesce(opened.after_hash, decode(repeat('00', 32), 'hex'));
          insert into audit_chain (id, after_position, after_hash)
            values (opened.id, opened.after_position, opened.after_hash);
        end if;
        last.position := 0;
        last.hash := chain_beginning(opened);
      end if;
      insert into event_chain (chain, position, sequence, hash) values (
        own, last.position + 1, e.sequence, sha256(last.hash || convert_to(event_content(e), 'UTF8'))
      );
    end $$`.execute(db)
  // Who writes to several chains takes all their locks before the first link, in one order: so nobody waits in a circle.
  await sql`
    create function note_chain() returns trigger language plpgsql as $$
    declare
      noted text := coalesce(current_setting('fanion.chains', true), '');
      own text := chain_of(new)::text;
    begin
      if position(own in noted) = 0 then
        perform set_config('fanion.chains', noted || own || ' ', true);
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create or replace function chain_new_event() returns trigger language plpgsql as $$
    declare
      noted text := coalesce(current_setting('fanion.chains', true), '');
      one integer;
    begin
      if noted <> '' then
        for one in select distinct hashtext(chain) as key from unnest(string_to_array(trim(noted), ' ')) as chain order by key
        loop
          perform pg_advisory_xact_lock(hashtext('fanion.audit'), one);
        end loop;
        perform set_config('fanion.chains', '', true);
      end if;
      perform chain_event(new);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger event_chain_noted after insert on event for each row execute function note_chain()`.execute(db)
}
