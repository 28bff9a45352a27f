// The hours of an environment in which ramps take steps there and schedules are applied; none: at any time.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table working_hours (
      environment_id uuid primary key references environment on delete cascade,
      hours jsonb not null
    )`.execute(db)
}
