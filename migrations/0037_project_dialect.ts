// The hash that new splits of a project are cut by. Projects that are there keep the one they have.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table project add column dialect text not null default 'native' check (dialect in ('native', 'portable'))
  `.execute(db)
}
