import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'

/** The promises among these that stopped the same actor in the same environment since a time. */
export const invariantsStoppedSince = async (
  db: Db,
  environment: ProvenEnvironment,
  subjects: readonly string[],
  actorId: string | null,
  since: Date,
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('event')
    .select('subject')
    .distinct()
    .where('subject', 'in', subjects)
    .where('action', '=', 'promise.stopped')
    .where('environmentId', '=', environment.id)
    .where('actorId', 'is not distinct from', actorId)
    .where('at', '>', since)
    .execute()
  return new Set(rows.map(({ subject }) => subject))
}

/** What others did to the promises of a person in some projects since a time, newest first. */
export const eventsForOwner = (db: Db, personId: string, projectIds: readonly string[], since: Date, limit: number) =>
  db
    .selectFrom('event')
    .innerJoin('project', 'project.id', 'event.projectId')
    .innerJoin('promise', (join) =>
      join
        .onRef('promise.projectId', '=', 'event.projectId')
        .on('event.subject', '=', sql<string>`project.key || '/' || promise.key`),
    )
    .innerJoin('environment', 'environment.id', 'event.environmentId')
    .select(['event.sequence', 'event.at', 'event.action', 'event.actorName', 'event.after'])
    .select(['project.key as project', 'project.name as projectName'])
    .select(['promise.key as promise', 'promise.name', 'environment.key as environment'])
    .where('event.projectId', 'in', projectIds)
    .where('event.action', 'in', ['promise.broken', 'promise.stopped'])
    .where('event.at', '>', since)
    .where('event.actorId', 'is distinct from', personId)
    .where('promise.ownerId', '=', personId)
    .orderBy('event.sequence', 'desc')
    .limit(limit)
    .execute()
