import { sql } from 'kysely'
import type { SampledContext } from '../../../shared/features/usage/schemas/telemetry.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'

/**
 * Attributes with personal data, which sample contexts must not contain. Null if the environment stores no contexts.
 */
export const personalAttributesToOmit = async (db: Db, environmentId: string): Promise<string[] | null> => {
  const rows = await db
    .selectFrom('environment')
    .leftJoin('attribute', (join) =>
      join.onRef('attribute.projectId', '=', 'environment.projectId').on('attribute.personal', '=', true),
    )
    .select('attribute.name')
    .where('environment.id', '=', environmentId)
    .where('environment.sampling', '=', true)
    .orderBy('attribute.name')
    .execute()
  return rows.length === 0 ? null : rows.flatMap(({ name }) => (name === null ? [] : [name]))
}

/** Stores sample contexts. Existing ones are marked as seen again. */
export const upsertContexts = async (
  db: Db,
  environmentId: string,
  contexts: readonly SampledContext[],
  seenAt: Date,
) => {
  // rows are always locked in the same order, so that two reports cannot deadlock
  const texts = [...new Set(contexts.map((context) => JSON.stringify(context)))].sort()
  await sql`
    insert into sample_context (environment_id, digest, context, seen_at)
    select ${environmentId}, md5(text), text::json, ${seenAt} from unnest(${texts}::text[]) as text order by md5(text)
    on conflict (environment_id, digest) do update set seen_at = excluded.seen_at`.execute(db)
}

/** Deletes contexts last seen before a time, and the oldest ones beyond `most`. */
export const deleteContextsBefore = async (db: Db, environmentId: string, before: Date, most: number) => {
  await sql`
    delete from sample_context
    where environment_id = ${environmentId} and seen_at < greatest(${before}, (
      select seen_at from sample_context where environment_id = ${environmentId}
      order by seen_at desc offset ${most - 1} limit 1
    ))`.execute(db)
}

export const recentContexts = (db: Db, environment: ProvenEnvironment, since: Date, most: number) =>
  db
    .selectFrom('sampleContext')
    .select(['context', 'seenAt'])
    .where('environmentId', '=', environment.id)
    .where('seenAt', '>=', since)
    .orderBy('seenAt', 'desc')
    .orderBy('digest')
    .limit(most)
    .execute()
