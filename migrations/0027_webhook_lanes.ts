// One server at a time sends by a webhook, one message after the other: it holds the webhook until `held_until`, and says
// so anew before each message. One that is frozen meanwhile finds that it holds it no longer, and stops. `failing` is a
// webhook whose receiver did not take the last message: those get only a part of what a server sends at once.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook
      add column held_until timestamptz,
      add column held_by uuid,
      add column failing boolean not null default false`.execute(db)
  await sql`
    create index delivery_next on delivery (webhook_id, event_sequence, created_at) where next_attempt_at is not null`.execute(
    db,
  )
}
