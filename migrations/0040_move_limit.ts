// The share of kept contexts that one publish may move without a second look; null where nobody asks for one.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table environment add column move_limit_per_100k integer
    check (move_limit_per_100k between 0 and 100000)`.execute(db)
}
