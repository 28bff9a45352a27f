import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { FlagTable } from '../../platform/db/schema.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

/** Flags with the names of their creators and owners. */
export const withPeople = (db: Db) =>
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

/** What the project knows of its flags, archived or live, with their JSON Schemas; ordered by key. */
export const factsOf = (db: Db, project: ProvenProject) =>
  db
    .selectFrom('flag')
    .select(['key', 'name', 'description', 'type', 'tags', 'permanence', 'expectedEnd', 'visibleToClients', 'schema'])
    .select('keptIn')
    .select('archivedAt')
    .where('projectId', '=', project.id)
    .orderBy(sql`key collate "C"`)
    .execute()

/** One flag by its key, as written or in another case. */
export const findFlag = (db: Db, project: ProvenProject, key: string) =>
  withPeople(db)
    .where('flag.projectId', '=', project.id)
    .where((eb) => eb(eb.fn<string>('lower', ['flag.key']), '=', key.toLowerCase()))
    .executeTakeFirst()

/**
 * Holds every other act on these flags' rows back until the transaction ends, so that what is read of them stays true; in
 * the order of their keys.
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

/** Inserts many at once. */
export const insertFlags = (tx: Tx, flags: readonly Insertable<FlagTable>[]) =>
  tx
    .insertInto('flag')
    .values([...flags])
    .execute()

export const updateFlag = (tx: Tx, id: string, change: Updateable<FlagTable>) =>
  tx.updateTable('flag').set(change).where('id', '=', id).execute()

/** The JSON Schema of a flag's values; null where it has none. */
export const schemaOf = async (db: Db, id: string) =>
  (await db.selectFrom('flag').select('schema').where('id', '=', id).executeTakeFirst())?.schema ?? null

/** A flag in an environment, with the revision that last touched it there and its time. */
export type FlagHead = { environment: string; key: string; number: number; document: unknown; publishedAt: Date }

/**
 * What these flags are in every environment of the project. Each is looked up by its key, behind `offset 0`: free to choose,
 * PostgreSQL reads every revision first where it takes a project for one of few environments, however many it has.
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

/** These flags of the project, live or archived. */
export const flagsByKeys = (db: Db, project: ProvenProject, keys: readonly string[]) =>
  withPeople(db)
    .where('flag.projectId', '=', project.id)
    // in the order of the index of keys, which is read and no other row
    .where(sql`flag.key collate "C"`, '=', sql<string>`any(${[...keys]}::text[])`)
    .execute()

/** The keys of the live (or archived) flags after one, in order; and how many flags there are in all. */
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

/** The project's open changes about these flags: each with the number of a change, by that number. */
export const openChangesAbout = (db: Db, project: ProvenProject, keys: readonly string[]) =>
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

/** Deletes flags, and what nobody can reach without them: a new flag of their key begins with nothing. */
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

/** Notes in which file flags are kept, as the last apply told; those without a path are kept there no longer. */
export const putKeptIn = async (
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
