// Who was shown which variant, and when for the first time: apart from counts, for experiments to come.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table exposure (
      environment_id uuid not null references environment on delete cascade,
      flag text not null,
      unit text not null,
      variant text not null,
      first_at timestamptz not null,
      primary key (environment_id, flag, unit, variant)
    )`.execute(db)
}
