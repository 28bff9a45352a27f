import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { PromiseTable } from '../../platform/db/promise-tables.ts'
import type { ProvenEnvironment, ProvenProject } from '../../platform/kernel/scope.ts'
import type { Subject } from '../publishing/subject-queries.ts'

const rows = (db: Db, project: ProvenProject) =>
  db
    .selectFrom('promise')
    .leftJoin('flag', 'flag.id', 'promise.flagId')
    .select([
      'promise.id',
      'promise.key',
      'promise.name',
      'promise.statement',
      'promise.environments',
      'promise.force',
      'promise.why',
      'promise.ownerId',
      'promise.ownerName',
      'promise.createdAt',
      'flag.key as flag',
    ])
    .where('promise.projectId', '=', project.id)
    .orderBy(sql`flag.key nulls first`)
    .orderBy('promise.key')

/** The promises of a project, its own before the examples of flags, each by key. */
export const invariantsOf = (db: Db, project: ProvenProject) => rows(db, project).execute()

export type InvariantRow = Awaited<ReturnType<typeof invariantsOf>>[number]

/** The promises and examples that name a flag, and its own examples. */
export const invariantsOfFlag = (db: Db, project: ProvenProject, flag: string) =>
  rows(db, project)
    .where((eb) =>
      eb.or([
        eb('flag.key', '=', flag),
        eb.exists(
          eb
            .selectFrom('promiseReference')
            .select('promiseReference.key')
            .whereRef('promiseReference.promiseId', '=', 'promise.id')
            .where('promiseReference.kind', '=', 'flag')
            .where('promiseReference.key', '=', flag),
        ),
      ]),
    )
    .execute()

/** Finds a promise by its key, ignoring case. */
export const findInvariant = (db: Db, project: ProvenProject, key: string) =>
  rows(db, project)
    .where((eb) => eb(eb.fn<string>('lower', ['promise.key']), '=', key.toLowerCase()))
    .executeTakeFirst()

/** Locks the promises of a project for this transaction, so that no one else saves one. */
export const lockInvariants = (tx: Tx, project: ProvenProject) =>
  sql`select pg_advisory_xact_lock(hashtext('fanion.promises.' || ${project.id}::text))`.execute(tx)

export const upsertInvariant = async (
  tx: Tx,
  { id, ...values }: Insertable<PromiseTable>,
  names: readonly Subject[],
): Promise<void> => {
  await tx
    .insertInto('promise')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  await tx.deleteFrom('promiseReference').where('promiseId', '=', id).execute()
  await tx
    .insertInto('promiseReference')
    .values(names.map(({ kind, key }) => ({ promiseId: id, kind, key })))
    .execute()
}

export const deleteInvariant = (tx: Tx, id: string) => tx.deleteFrom('promise').where('id', '=', id).execute()

/** Invalidates all proofs of concurrent publishes in these environments, because their promises have changed. */
export const bumpInvariantsVersion = (tx: Tx, environmentIds: readonly string[]) =>
  tx
    .updateTable('environment')
    .set((eb) => ({ promisesVersion: eb('promisesVersion', '+', 1) }))
    .where('id', 'in', environmentIds)
    .execute()

/** The environment's documents and newest revision, read in one snapshot. */
export const documentsIn = async (db: Db, environment: Pick<ProvenEnvironment, 'id'>) => {
  const found = await db
    .selectFrom('environment')
    .leftJoin('head', 'head.environmentId', 'environment.id')
    .select(['environment.headNumber', 'head.kind', 'head.key', 'head.document'])
    .where('environment.id', '=', environment.id)
    .execute()
  return {
    number: found[0]?.headNumber ?? 0,
    documents: found.flatMap(({ kind, key, document }) =>
      kind === null || key === null ? [] : [{ kind, key, document }],
    ),
  }
}

/**
 * The keys of the promises that name each given flag. A flag's own examples are omitted, because they become inactive
 * with it.
 */
export const invariantsNamingFlag = async (db: Db, project: ProvenProject, flags: readonly string[]) => {
  const { rows } = await sql<{ flag: string; promises: string[] }>`
    select promise_reference.key as flag, array_agg(promise.key order by promise.key) as promises
    from promise join promise_reference on promise_reference.promise_id = promise.id
    where promise.project_id = ${project.id} and promise_reference.kind = 'flag' and promise.force = 'refuses'
      and promise_reference.key = any(${[...flags]}::text[]) and promise.flag_id is null
    group by promise_reference.key`.execute(db)
  return rows
}
