import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../db/pool.ts'
import type { FlagTable } from '../../db/schema.ts'
import type { ProvenProject } from '../../kernel/scope.ts'

const withPeople = (db: Db) =>
  db
    .selectFrom('flag')
    .leftJoin('person as creator', 'creator.id', 'flag.createdBy')
    .leftJoin('person as owner', 'owner.id', 'flag.ownerId')
    .select(['flag.id', 'flag.key', 'flag.name', 'flag.description', 'flag.type', 'flag.variants', 'flag.tags'])
    .select(['flag.permanence', 'flag.expectedEnd', 'flag.visibleToClients', 'flag.createdAt', 'flag.archivedAt'])
    .select([
      'creator.id as creatorId',
      'creator.name as creatorName',
      'owner.id as ownerId',
      'owner.name as ownerName',
    ])

/** The project's flags, ordered by key; archived or live. */
export const flagsOf = (db: Db, project: ProvenProject, archived: boolean) =>
  withPeople(db)
    .where('flag.projectId', '=', project.id)
    .where('flag.archivedAt', archived ? 'is not' : 'is', null)
    .orderBy('flag.key')
    .execute()

/** One flag by its key, as written or in another case. */
export const findFlag = (db: Db, project: ProvenProject, key: string) =>
  withPeople(db)
    .where('flag.projectId', '=', project.id)
    .where((eb) => eb(eb.fn<string>('lower', ['flag.key']), '=', key.toLowerCase()))
    .executeTakeFirst()

/** Holds every other act on this flag's row back until the transaction ends, so that what is read of it stays true. */
export const lockFlag = (tx: Tx, project: ProvenProject, key: string) =>
  tx
    .selectFrom('flag')
    .select('id')
    .where('projectId', '=', project.id)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()

/** How many live flags the project has. */
export const countFlags = async (db: Db, project: ProvenProject): Promise<number> => {
  const row = await db
    .selectFrom('flag')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('projectId', '=', project.id)
    .where('archivedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export const insertFlag = (tx: Tx, flag: Insertable<FlagTable>) => tx.insertInto('flag').values(flag).execute()

export const updateFlag = (tx: Tx, id: string, change: Updateable<FlagTable>) =>
  tx.updateTable('flag').set(change).where('id', '=', id).execute()

/** Every head of the project's flags with its environment and the time it was published. */
export const flagHeadsOf = (db: Db, project: ProvenProject, key?: string) =>
  db
    .selectFrom('head')
    .innerJoin('environment', 'environment.id', 'head.environmentId')
    .innerJoin('revision', (join) =>
      join.onRef('revision.environmentId', '=', 'head.environmentId').onRef('revision.number', '=', 'head.number'),
    )
    .select(['environment.key as environment', 'head.key', 'head.number', 'head.document', 'revision.publishedAt'])
    .where('environment.projectId', '=', project.id)
    .where('head.kind', '=', 'flag')
    .$if(key !== undefined, (query) => query.where('head.key', '=', key ?? ''))
    .execute()

/** The heads of the project's flags, by environment: key, revision and when that was published, in epoch milliseconds. */
export const flagHeadNumbers = (db: Db, project: ProvenProject) =>
  db
    .selectFrom('head')
    .innerJoin('environment', 'environment.id', 'head.environmentId')
    .innerJoin('revision', (join) =>
      join.onRef('revision.environmentId', '=', 'head.environmentId').onRef('revision.number', '=', 'head.number'),
    )
    .select(['environment.id', 'environment.key as environment'])
    // one value in place of a row each: of 15 000 rows, reading the rows takes longest
    .select(
      sql<[key: string, number: number, publishedMs: number][]>`json_agg(json_build_array(
        head.key, head.number, floor(extract(epoch from revision.published_at) * 1000)))`.as('heads'),
    )
    .where('environment.projectId', '=', project.id)
    .where('head.kind', '=', 'flag')
    .groupBy('environment.id')
    .execute()

/** What these flags are in one environment now. */
export const flagDocuments = (db: Db, environmentId: string, keys: readonly string[]) =>
  db
    .selectFrom('head')
    .select(['key', 'number', 'document'])
    .where('environmentId', '=', environmentId)
    .where('kind', '=', 'flag')
    .where('key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute()

/** The numbers of the project's open changes about a flag. */
export const openChangesAbout = (db: Db, project: ProvenProject, key: string) =>
  db
    .selectFrom('change')
    .innerJoin('changeEntry', 'changeEntry.changeId', 'change.id')
    .select('change.number')
    .distinct()
    .where('change.projectId', '=', project.id)
    .where('change.state', 'not in', ['applied', 'withdrawn'])
    .where('changeEntry.kind', '=', 'flag')
    .where('changeEntry.key', '=', key)
    .orderBy('change.number')
    .execute()

/** Deletes the flag, and what nobody can reach without it: a new flag of its key begins with nothing. */
export const deleteFlag = async (tx: Tx, project: ProvenProject, { id, key }: { id: string; key: string }) => {
  const environments = tx.selectFrom('environment').select('id').where('projectId', '=', project.id)
  await tx
    .deleteFrom('draft')
    .where('environmentId', 'in', environments)
    .where('kind', '=', 'flag')
    .where('key', '=', key)
    .execute()
  await tx.deleteFrom('evaluationCount').where('environmentId', 'in', environments).where('flag', '=', key).execute()
  await tx.deleteFrom('exposure').where('environmentId', 'in', environments).where('flag', '=', key).execute()
  await tx.deleteFrom('flag').where('id', '=', id).execute()
}

/** The flags and segments that name this flag in any environment, ordered by key. */
export const requirersOf = (db: Db, project: ProvenProject, key: string) =>
  db
    .selectFrom('reference')
    .innerJoin('environment', 'environment.id', 'reference.environmentId')
    .select(['reference.key'])
    .distinct()
    .where('environment.projectId', '=', project.id)
    .where('reference.toKind', '=', 'flag')
    .where('reference.toKey', '=', key)
    .orderBy('reference.key')
    .execute()
