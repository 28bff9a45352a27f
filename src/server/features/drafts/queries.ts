import type { Insertable } from 'kysely'
import type { ChangeSubject } from '../../../shared/features/changes/schemas/change.ts'
import type { DraftTable } from '../../platform/db/change-tables.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment, ProvenProject } from '../../platform/kernel/scope.ts'

export const draftsOf = (db: Db, project: ProvenProject, personId: string) =>
  db
    .selectFrom('draft')
    .innerJoin('environment', 'environment.id', 'draft.environmentId')
    .select(['environment.key as environment', 'draft.kind', 'draft.key', 'draft.document', 'draft.base'])
    .select('draft.updatedAt')
    .where('draft.personId', '=', personId)
    .where('environment.projectId', '=', project.id)
    .orderBy('draft.updatedAt', 'desc')
    .execute()

export const upsertDraft = (db: Db, draft: Insertable<DraftTable>) =>
  db
    .insertInto('draft')
    .values(draft)
    .onConflict((conflict) =>
      conflict.columns(['personId', 'environmentId', 'kind', 'key']).doUpdateSet((eb) => ({
        document: eb.ref('excluded.document'),
        base: eb.ref('excluded.base'),
        updatedAt: eb.ref('excluded.updatedAt'),
      })),
    )
    .execute()

export const deleteDrafts = async (
  db: Db,
  personId: string,
  places: readonly Pick<ChangeSubject, 'environment' | 'kind' | 'key'>[],
  environments: ReadonlyMap<string, ProvenEnvironment>,
) => {
  const known = places.flatMap(({ environment, kind, key }) => {
    const proven = environments.get(environment)
    return proven ? [{ id: proven.id, kind, key }] : []
  })
  if (known.length === 0) return
  await db
    .deleteFrom('draft')
    .where('personId', '=', personId)
    .where((eb) =>
      eb(
        eb.refTuple('environmentId', 'kind', 'key'),
        'in',
        known.map(({ id, kind, key }) => eb.tuple(id, kind, key)),
      ),
    )
    .execute()
}
