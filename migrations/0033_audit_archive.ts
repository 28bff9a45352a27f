// The oldest events of the audit trail may move to a file, with their links: up to a position of their chain that is
// recorded here, and never the last. What is not so recorded the database refuses to delete, as before.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // links up to `archived_position` are in files; the last of them has `archived_hash`
  await sql`
    alter table audit_chain
      add column archived_position bigint not null default 0,
      add column archived_hash bytea`.execute(db)
  await sql`
    create function refuse_removing_events() returns trigger language plpgsql as $$
    begin
      if exists (
        select from gone where not exists (
          select from event_chain as link join audit_chain as chain on chain.id = link.chain
          where link.sequence = gone.sequence and link.position <= chain.archived_position
        )
      ) then
        raise exception 'the audit trail is append-only: % of % is refused', tg_op, tg_table_name;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create function refuse_removing_links() returns trigger language plpgsql as $$
    begin
      if exists (
        select from gone left join audit_chain as chain on chain.id = gone.chain
        where gone.position > coalesce(chain.archived_position, 0)
          or exists (select from event where event.sequence = gone.sequence)
      ) then
        raise exception 'the audit trail is append-only: % of % is refused', tg_op, tg_table_name;
      end if;
      return null;
    end $$`.execute(db)
  for (const [table, refuse] of [
    ['event', 'refuse_removing_events'],
    ['event_chain', 'refuse_removing_links'],
  ] as const) {
    const name = sql.ref(`${table}_append_only`)
    await sql`drop trigger ${name} on ${sql.table(table)}`.execute(db)
    await sql`
      create trigger ${name} before update or truncate on ${sql.table(table)}
      for each statement execute function refuse_rewriting()`.execute(db)
    await sql`
      create trigger ${sql.ref(`${table}_kept`)} after delete on ${sql.table(table)}
      referencing old table as gone for each statement execute function ${sql.ref(refuse)}()`.execute(db)
  }
  // records that the links of a chain up to a position are elsewhere, and removes them with their events; how many
  await sql`
    create function archive_chain(chain_id uuid, up_to bigint) returns bigint language plpgsql as $$
    declare
      removed bigint;
    begin
      update audit_chain set archived_position = up_to, archived_hash = (
        select hash from event_chain where chain = chain_id and position = up_to
      ) where id = chain_id and archived_position < up_to
        and exists (select from event_chain where chain = chain_id and position = up_to)
        and exists (select from event_chain where chain = chain_id and position > up_to);
      if not found then
        raise exception 'no links of chain % can be archived up to %', chain_id, up_to;
      end if;
      delete from event using event_chain as link
        where link.chain = chain_id and link.position <= up_to and event.sequence = link.sequence;
      delete from event_chain where chain = chain_id and position <= up_to;
      get diagnostics removed = row_count;
      return removed;
    end $$`.execute(db)
  // keys of environments that were deleted: what the trail remembered, whether or not it still holds the event
  await sql`
    create table former_environment (
      project_id uuid not null references project on delete cascade,
      key text not null,
      primary key (project_id, key)
    )`.execute(db)
  await sql`
    insert into former_environment (project_id, key)
    select distinct event.project_id, split_part(event.subject, '/', 2) from event
    join project on project.id = event.project_id
    where event.action = 'environment.delete'`.execute(db)
}
