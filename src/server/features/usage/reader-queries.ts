import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'

/** Records that SDKs of a system read an environment. Ignores a deleted environment. */
export const upsertReaderFormat = async (
  db: Db,
  environmentId: string,
  format: string,
  seenAt: Date,
): Promise<void> => {
  await sql`
    insert into reader_format (environment_id, format, last_seen_at)
    select id, ${format}, ${seenAt} from environment where id = ${environmentId}
    on conflict (environment_id, format) do update set last_seen_at = greatest(reader_format.last_seen_at, excluded.last_seen_at)
  `.execute(db)
}
