import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { FlagTable } from '../../platform/db/schema.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

export const flagsWithMembers = (db: Db) =>
  db
    .selectFrom('flag')
    .leftJoin('person as creator', 'creator.id', 'flag.createdBy')
    .leftJoin('person as owner', 'owner.id', 'flag.ownerId')
    .select(['flag.id', 'flag.key', 'flag.name', 'flag.description', 'flag.type', 'flag.variants', 'flag.tags'])
    .select(['flag.permanence', 'flag.expectedEnd', 'flag.visibleToClients', 'flag.createdAt', 'flag.archivedAt'])
    .select('flag.keptIn')
    .select([
      'creator.id as creatorId',
      'creator.name as creatorName',
      'owner.id as ownerId',
      'owner.name as ownerName',
    ])

/** The metadata of the project's flags, active and archived, with JSON Schemas, by key. */
export const flagMetadataOf = (db: Db, project: ProvenProject) =>
  db
    .selectFrom('flag')
    .select(['key', 'name', 'description', 'type', 'tags', 'permanence', 'expectedEnd', 'visibleToClients', 'schema'])
    .select('keptIn')
    .select('archivedAt')
    .where('projectId', '=', project.id)
    .orderBy(sql`key collate "C"`)
    .execute()

/** Finds a flag by its key, ignoring case. */
export const findFlag = (db: Db, project: ProvenProject, key: string) =>
  flagsWithMembers(db)
    .where('flag.projectId', '=', project.id)
    .where((eb) => eb(eb.fn<string>('lower', ['flag.key']), '=', key.toLowerCase()))
    .executeTakeFirst()

/**
 * Locks the rows of the given flags in key order until the transaction ends, so that what is read of them stays true.
 */
export const lockFlags = (tx: Tx, project: ProvenProject, keys: readonly string[]) =>
  tx
    .selectFrom('flag')
    .select('id')
    .where('projectId', '=', project.id)
    .where('key', '=', sql<string>`any(${[...keys]}::text[])`)
    .orderBy(sql`key collate "C"`)
    .forUpdate()
    .execute()

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

export const insertFlags = (tx: Tx, flags: readonly Insertable<FlagTable>[]) =>
  tx
    .insertInto('flag')
    .values([...flags])
    .execute()

export const updateFlag = (tx: Tx, id: string, change: Updateable<FlagTable>) =>
  tx.updateTable('flag').set(change).where('id', '=', id).execute()

/** The JSON Schema of a flag's values, or null. */
export const schemaOf = async (db: Db, id: string) =>
  (await db.selectFrom('flag').select('schema').where('id', '=', id).executeTakeFirst())?.schema ?? null

/** A flag in an environment, with the number and time of the last revision that touched it there. */
export type FlagHead = { environment: string; key: string; number: number; document: unknown; publishedAt: Date }

/**
 * The heads of the given flags in all environments of the project. `offset 0` forces a lookup by key: otherwise
 * PostgreSQL reads all revisions first if it underestimates the project's number of environments.
 */
export const headsOfFlags = async (db: Db, project: ProvenProject, keys: readonly string[]): Promise<FlagHead[]> => {
  if (keys.length === 0) return []
  const { rows } = await sql<FlagHead>`
    select environment.key as environment, head.key, head.number, head.document, revision.published_at
    from environment cross join unnest(${[...keys]}::text[]) as wanted (key)
    cross join lateral (
      select head.key, number, document from head
      where environment_id = environment.id and kind = 'flag' and head.key = wanted.key offset 0
    ) as head
    cross join lateral (
      select published_at from revision where environment_id = environment.id and number = head.number offset 0
    ) as revision
    where environment.project_id = ${project.id}`.execute(db)
  return rows
}

export const flagsByKeys = (db: Db, project: ProvenProject, keys: readonly string[]) =>
  flagsWithMembers(db)
    .where('flag.projectId', '=', project.id)
    // in the order of the key index, so that no other row is read
    .where(sql`flag.key collate "C"`, '=', sql<string>`any(${[...keys]}::text[])`)
    .execute()

/** A page of the keys of active (or archived) flags after a key, with the total number of flags. */
export const keysAfter = async (db: Db, project: ProvenProject, archived: boolean, after: string, limit: number) => {
  const which = archived ? sql`archived_at is not null` : sql`archived_at is null`
  const { rows } = await sql<{ keys: string[]; total: number }>`
    select
      array(
        select key from flag where project_id = ${project.id} and ${which} and key collate "C" > ${after}
        order by key collate "C" limit ${limit}
      ) as keys,
      (select count(*)::int from flag where project_id = ${project.id} and ${which}) as total`.execute(db)
  return rows[0] ?? { keys: [], total: 0 }
}

/** The project's open changes of the given flags, ordered by number. */
export const openChangesOfFlags = (db: Db, project: ProvenProject, keys: readonly string[]) =>
  db
    .selectFrom('change')
    .innerJoin('changeEntry', 'changeEntry.changeId', 'change.id')
    .select(['changeEntry.key', 'change.number'])
    .distinct()
    .where('change.projectId', '=', project.id)
    .where('change.state', 'not in', ['applied', 'withdrawn'])
    .where('changeEntry.kind', '=', 'flag')
    .where('changeEntry.key', '=', sql<string>`any(${[...keys]}::text[])`)
    .orderBy('change.number')
    .execute()

/** Deletes flags and all data reachable only through them, so that a new flag with the same key starts empty. */
export const deleteFlags = async (tx: Tx, project: ProvenProject, keys: readonly string[]) => {
  const environments = tx.selectFrom('environment').select('id').where('projectId', '=', project.id)
  const named = sql<string>`any(${[...keys]}::text[])`
  await tx
    .deleteFrom('draft')
    .where('environmentId', 'in', environments)
    .where('kind', '=', 'flag')
    .where('key', '=', named)
    .execute()
  await tx.deleteFrom('evaluationCount').where('environmentId', 'in', environments).where('flag', '=', named).execute()
  await tx.deleteFrom('evaluationDay').where('environmentId', 'in', environments).where('flag', '=', named).execute()
  await tx.deleteFrom('evaluationSeen').where('environmentId', 'in', environments).where('flag', '=', named).execute()
  await tx.deleteFrom('run').where('projectId', '=', project.id).where('flag', '=', named).execute()
  await tx.deleteFrom('flag').where('projectId', '=', project.id).where('key', '=', named).execute()
}

/** Keys of the flags and segments that refer to this flag in any environment. */
export const subjectsReferringTo = (db: Db, project: ProvenProject, key: string) =>
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

/** Records the file that contains each flag, as reported by the last apply. Clears it for flags without a path. */
export const recordFilePaths = async (
  tx: Tx,
  project: ProvenProject,
  {
    repository,
    commit,
    paths,
  }: {
    readonly repository: string
    readonly commit: string
    readonly paths: readonly { readonly flag: string; readonly path: string | null }[]
  },
): Promise<void> => {
  const kept = paths.map(({ path }) => (path === null ? null : JSON.stringify({ repository, path, commit })))
  await sql`
    update flag set kept_in = told.kept_in::json
    from unnest(${paths.map(({ flag }) => flag)}::text[], ${kept}::text[]) as told (key, kept_in)
    where flag.project_id = ${project.id} and flag.key = told.key
      and (told.kept_in is not null or flag.kept_in ->> 'repository' = ${repository})`.execute(tx)
}
