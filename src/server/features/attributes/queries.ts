import { sql } from 'kysely'
import type { Attribute } from '../../../shared/features/attributes/schemas/attribute.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

const columns = ['name', 'type', 'required', 'knownValues', 'personal', 'description'] as const

export const attributesOf = (db: Db, project: ProvenProject) =>
  db.selectFrom('attribute').select(columns).where('projectId', '=', project.id).orderBy('name').execute()

/** The attribute declarations of an environment's project, as applications need them, by name. */
export const attributesOfEnvironment = (db: Db, environmentId: string) =>
  db
    .selectFrom('attribute')
    .innerJoin('environment', 'environment.projectId', 'attribute.projectId')
    .select(['attribute.name', 'attribute.type', 'attribute.required', 'attribute.knownValues'])
    .where('environment.id', '=', environmentId)
    .orderBy('attribute.name')
    .execute()

/** The project's attributes, locked until the transaction ends so that no one else declares one in the meantime. */
export const lockAttributes = async (tx: Tx, project: ProvenProject) => {
  await sql`select pg_advisory_xact_lock(hashtext('fanion.attributes.' || ${project.id}::text))`.execute(tx)
  return attributesOf(tx, project)
}

export const upsertAttribute = (tx: Tx, project: ProvenProject, { knownValues, ...rest }: Attribute) => {
  const values = { ...rest, knownValues: JSON.stringify(knownValues) }
  return tx
    .insertInto('attribute')
    .values({ projectId: project.id, ...values })
    .onConflict((conflict) => conflict.columns(['projectId', 'name']).doUpdateSet(values))
    .execute()
}

export const deleteAttribute = (tx: Tx, project: ProvenProject, name: string) =>
  tx.deleteFrom('attribute').where('projectId', '=', project.id).where('name', '=', name).execute()

/**
 * Current documents of the project whose text contains the attribute's name, with their environments. The match may not
 * be a condition, so callers must check.
 */
export const documentsMentioningAttribute = async (db: Db, project: ProvenProject, attribute: string) => {
  const { rows } = await sql<{ environment: string; key: string; document: FlagDocument | SegmentDocument }>`
    select environment.key as environment, head.key, head.document
    from head join environment on environment.id = head.environment_id
    where environment.project_id = ${project.id} and position(${JSON.stringify(attribute)} in head.document::text) > 0
    order by environment.position, head.key`.execute(db)
  return rows
}

/** Deletes the project's sample contexts, because they may contain values that now count as personal data. */
export const deleteSampleContexts = async (tx: Tx, project: ProvenProject): Promise<void> => {
  const environments = tx.selectFrom('environment').select('id').where('projectId', '=', project.id)
  await tx.deleteFrom('sampleContext').where('environmentId', 'in', environments).execute()
  await tx
    .updateTable('comparisonExample')
    .set({ context: null })
    .where('environmentId', 'in', environments)
    .where('context', 'is not', null)
    .execute()
}
