// State of a rotation of FANION_SECRET. Null columns mean that the secret was never rotated, as for servers of earlier versions.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // next_fingerprint: of the secret that values are sealed with while a rotation is under way.
  // sealed_root: the key that derived keys follow from, sealed; null while it follows from the secret itself
  await sql`
    alter table installation
      add column next_fingerprint text,
      add column sealed_root text`.execute(db)
}
