import type { Insertable, Updateable } from 'kysely'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { EnvironmentTable } from '../../platform/db/schema.ts'
import type { ProvenEnvironment, ProvenProject } from '../../platform/kernel/scope.ts'
import { environmentColumns } from '../projects/environment-columns.ts'

/** Locks the project against adding, ordering and deleting environments until the transaction ends. */
export const lockProject = (tx: Tx, project: ProvenProject) =>
  tx.selectFrom('project').select('id').where('id', '=', project.id).forNoKeyUpdate().execute()

/** Like `lockProject`, but also blocks adding flags and segments, and waits for running additions. */
export const lockProjectExclusively = (tx: Tx, project: ProvenProject) =>
  tx.selectFrom('project').select('id').where('id', '=', project.id).forUpdate().execute()

export const findEnvironment = (db: Db, { id }: Pick<ProvenEnvironment, 'id'>) =>
  db.selectFrom('environment').select(environmentColumns).where('id', '=', id).executeTakeFirstOrThrow()

export const insertEnvironment = (tx: Tx, environment: Insertable<EnvironmentTable>) =>
  tx.insertInto('environment').values(environment).execute()

export const updateEnvironment = (tx: Tx, id: string, change: Updateable<EnvironmentTable>) =>
  tx.updateTable('environment').set(change).where('id', '=', id).execute()

/** Deletes the environment with its log, keys and drafts. */
export const deleteEnvironment = (tx: Tx, id: string) => tx.deleteFrom('environment').where('id', '=', id).execute()

export const wasEnvironmentDeleted = async (db: Db, project: ProvenProject, key: string): Promise<boolean> => {
  const query = db.selectFrom('formerEnvironment').select('key').where('projectId', '=', project.id)
  return (await query.where('key', '=', key).executeTakeFirst()) !== undefined
}

/** Records the key of a deleted environment, because members and tokens may still be limited to it. */
export const insertFormerEnvironment = (tx: Tx, project: ProvenProject, key: string) =>
  tx
    .insertInto('formerEnvironment')
    .values({ projectId: project.id, key })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
