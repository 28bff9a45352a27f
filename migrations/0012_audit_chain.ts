// The audit trail is append-only, and chained: each event's hash covers its content and the hash before it.
// The chain is a table of its own, so that no event is ever written twice. It is written when a transaction commits: the
// lock that orders it is taken last and never waited for by somebody who holds what a publisher needs.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_chain (
      position bigint primary key,
      sequence bigint not null unique references event (sequence),
      hash bytea not null
    )`.execute(db)
  // the text that is hashed; whoever verifies hashes the same text
  await sql`
    create function event_content(e event) returns text language sql stable as $$
      select jsonb_build_array(
        e.sequence, e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        e.actor_kind, e.actor_id, e.actor_name, e.action, e.subject, e.project_id, e.environment_id,
        e.before, e.after, e.request_id, e.address, e.user_agent
      )::text
    $$`.execute(db)
  await sql`
    create function chain_event(e event) returns void language plpgsql as $$
    declare
      last event_chain;
    begin
      perform pg_advisory_xact_lock(hashtext('fanion.audit'));
      select * into last from event_chain order by position desc limit 1;
      insert into event_chain (position, sequence, hash) values (
        coalesce(last.position, 0) + 1,
        e.sequence,
        sha256(coalesce(last.hash, decode(repeat('00', 32), 'hex')) || convert_to(event_content(e), 'UTF8'))
      );
    end $$`.execute(db)
  await sql`
    create function chain_new_event() returns trigger language plpgsql as $$
    begin
      perform chain_event(new);
      return null;
    end $$`.execute(db)
  await sql`
    do $$
    declare
      e event;
    begin
      for e in select * from event order by sequence loop
        perform chain_event(e);
      end loop;
    end $$`.execute(db)
  await sql`
    create constraint trigger event_chained after insert on event
    deferrable initially deferred for each row execute function chain_new_event()`.execute(db)
  await sql`
    create function refuse_rewriting() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit trail is append-only: % of % is refused', tg_op, tg_table_name;
    end $$`.execute(db)
  for (const table of ['event', 'event_chain']) {
    await sql`
      create trigger ${sql.ref(`${table}_append_only`)} before update or delete or truncate on ${sql.table(table)}
      for each statement execute function refuse_rewriting()`.execute(db)
  }
  await sql`create index event_environment on event (environment_id, sequence desc)`.execute(db)
  await sql`create index event_actor on event (actor_id, sequence desc)`.execute(db)
  await sql`create index event_action on event (action, sequence desc)`.execute(db)
  await sql`create index event_subject on event (subject, sequence desc)`.execute(db)
  await sql`create index event_at on event (at, sequence)`.execute(db)
}
