// Webhooks and what was sent by them. A trigger queues a delivery in the transaction of the event itself: none is
// lost and none is made for an act that was rolled back, whichever server did it.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook (
      id uuid primary key,
      project_id uuid not null references project on delete cascade,
      name text not null,
      url text not null,
      secret text not null,
      actions text[] not null,
      environments uuid[],
      paused_at timestamptz,
      created_at timestamptz not null,
      created_by uuid references person on delete set null
    )`.execute(db)
  await sql`create index webhook_project on webhook (project_id)`.execute(db)
  await sql`
    create table delivery (
      id uuid primary key default gen_random_uuid(),
      webhook_id uuid not null references webhook on delete cascade,
      event_sequence bigint,
      action text not null,
      state text not null check (state in ('pending', 'retrying', 'delivered', 'dead')),
      attempts integer not null default 0,
      next_attempt_at timestamptz,
      status integer,
      problem text,
      took_ms integer,
      created_at timestamptz not null,
      finished_at timestamptz
    )`.execute(db)
  await sql`create index delivery_webhook on delivery (webhook_id, created_at desc, id)`.execute(db)
  await sql`create index delivery_due on delivery (next_attempt_at) where next_attempt_at is not null`.execute(db)
  await sql`
    create function queue_deliveries() returns trigger language plpgsql as $$
    begin
      insert into delivery (webhook_id, event_sequence, action, state, next_attempt_at, created_at)
        select id, new.sequence, new.action, 'pending', new.at, new.at
        from webhook
        where project_id = new.project_id
          and (actions = '{}' or new.action = any (actions))
          and (environments is null or new.environment_id is null or new.environment_id = any (environments));
      if found then perform pg_notify('fanion_webhooks', ''); end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger event_deliveries after insert on event
      for each row when (new.project_id is not null) execute function queue_deliveries()`.execute(db)
}
