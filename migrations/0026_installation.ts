// What holds for the installation as a whole, in one row: which secret its servers share, by a fingerprint.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table installation (
      one boolean primary key default true check (one),
      secret_fingerprint text not null
    )`.execute(db)
}
