import { sql } from 'kysely'
import type { SavedView } from '../../../shared/features/views/schemas/saved-view.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

/** The saved views that a person sees: shared ones, then their own, each by name. */
export const viewsOf = async (db: Db, project: ProvenProject, personId: string | null): Promise<SavedView[]> => {
  const rows = await db
    .selectFrom('savedView')
    .select(['id', 'name', 'query', 'sort', 'personId'])
    .where('projectId', '=', project.id)
    .where((eb) => eb.or([eb('personId', 'is', null), eb('personId', '=', personId)]))
    .orderBy(sql`person_id is not null`)
    .orderBy((eb) => eb.fn('lower', ['name']))
    .execute()
  return rows.map(({ personId: whose, ...view }) => ({ ...view, shared: whose === null }))
}

/**
 * The same views, locked until the transaction ends so that no one else saves a view of the project in the meantime.
 */
export const lockViews = async (tx: Tx, project: ProvenProject, personId: string | null) => {
  await sql`select pg_advisory_xact_lock(hashtext('fanion.views.' || ${project.id}::text))`.execute(tx)
  return viewsOf(tx, project, personId)
}

/** Saves a view, unless its id belongs to another project or person. Returns whether it did. */
export const upsertView = async (
  tx: Tx,
  place: { project: ProvenProject; personId: string | null; createdAt: Date },
  { id, shared, ...rest }: SavedView,
): Promise<boolean> => {
  const { project, personId, createdAt } = place
  const values = { ...rest, personId: shared ? null : personId }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('savedView')
    .values({ id, projectId: project.id, createdAt, ...values })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(values)
        .where('savedView.projectId', '=', project.id)
        .where((eb) => eb.or([eb('savedView.personId', 'is', null), eb('savedView.personId', '=', personId)])),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const deleteView = (tx: Tx, id: string) => tx.deleteFrom('savedView').where('id', '=', id).execute()
