import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'

/** All environments of active projects with their newest revision number, or only the given one. */
export const environmentHeads = (db: Db, environmentId?: string) =>
  db
    .selectFrom('environment')
    .innerJoin('project', 'project.id', 'environment.projectId')
    .select(['environment.id', 'environment.key', 'environment.headNumber', 'project.key as project'])
    .where('project.archivedAt', 'is', null)
    .$if(environmentId !== undefined, (query) => query.where('environment.id', '=', environmentId ?? ''))
    .execute()

/** The revisions of an environment after a number, oldest first, each with its entries as a JSON list. */
export const revisionsAfter = (db: Db, environmentId: string, number: number, limit: number) =>
  db
    .selectFrom('revision')
    .select(['number', 'publishedAt', 'actorKind', 'actorId', 'actorName', 'digest'])
    .select((eb) =>
      eb
        .selectFrom('entry')
        .select(
          sql<
            LogEntry[]
          >`json_agg(json_build_object('kind', kind, 'key', key, 'document', document) order by kind, key)`.as(
            'entries',
          ),
        )
        .whereRef('entry.environmentId', '=', 'revision.environmentId')
        .whereRef('entry.number', '=', 'revision.number')
        .as('entries'),
    )
    .where('environmentId', '=', environmentId)
    .where('number', '>', number)
    .orderBy('number')
    .limit(limit)
    .execute()

export type LogEntry = { kind: 'flag' | 'segment'; key: string; document: unknown }

/** The environment's newest revision and heads, read in one snapshot. */
export const readState = (db: Db, environmentId: string) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const environment = await tx
        .selectFrom('environment')
        .innerJoin('project', 'project.id', 'environment.projectId')
        .leftJoin('revision', (join) =>
          join
            .onRef('revision.environmentId', '=', 'environment.id')
            .onRef('revision.number', '=', 'environment.headNumber'),
        )
        .select(['environment.key as environment', 'project.key as project', 'environment.headNumber as number'])
        .select(['environment.createdAt', 'revision.publishedAt', 'revision.digest'])
        .where('environment.id', '=', environmentId)
        .executeTakeFirstOrThrow()
      return { ...environment, heads: await headsOf(tx, environmentId) }
    })

/** All environments with their newest revision number, including those of archived projects. */
export const everyHeadNumber = (db: Db) =>
  db.selectFrom('environment').select(['id', 'headNumber']).orderBy('id').execute()

export const headsOf = (db: Db, environmentId: string) =>
  db.selectFrom('head').select(['kind', 'key', 'document']).where('environmentId', '=', environmentId).execute()

export const openRunNumbers = async (db: Db, environment: Pick<ProvenEnvironment, 'id'>): Promise<Set<number>> => {
  const rows = await db
    .selectFrom('run')
    .select('number')
    .where('environmentId', '=', environment.id)
    .where('state', '=', 'open')
    .execute()
  return new Set(rows.map(({ number }) => number))
}
