// Slices of facts where events lie in ClickHouse, which has no transactions: which reads of an event are in force is written down here.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // read: what its rows carry, by event from 1 on. state: writing, its rows are seen by nobody; kept, they take the place of earlier ones
  // in its time; clean, those are deleted
  await sql`
    create table slice (
      place integer not null references measure_key on delete cascade,
      event integer not null,
      read integer not null,
      from_at timestamptz not null,
      to_at timestamptz not null,
      state text not null default 'writing' check (state in ('writing', 'kept', 'clean')),
      primary key (place, event, read)
    )`.execute(db)
}
