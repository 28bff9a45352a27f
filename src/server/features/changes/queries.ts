import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { ProposedEntry } from '../../../shared/features/changes/schemas/change.ts'
import type { ChangeTable } from '../../platform/db/change-tables.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { ProvenEnvironment, ProvenProject } from '../../platform/kernel/scope.ts'

const columns = [
  'id',
  'number',
  'title',
  'message',
  'authorId',
  'authorName',
  'state',
  'version',
  'conflict',
  'results',
  'secondLook',
  'reviewers',
  'createdAt',
  'updatedAt',
  'decidedAt',
  'appliedAt',
] as const

export type ChangeRow = Omit<Selectable<ChangeTable>, 'projectId'>

export const findChange = (db: Db, project: ProvenProject, number: number) =>
  db
    .selectFrom('change')
    .select(columns)
    .where('projectId', '=', project.id)
    .where('number', '=', number)
    .executeTakeFirst()

/** Reads a change and locks it for this transaction. Concurrent actions on it wait here. */
export const lockChange = (tx: Tx, project: ProvenProject, number: number) =>
  tx
    .selectFrom('change')
    .select(columns)
    .where('projectId', '=', project.id)
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()

/** Proposed entries of a change, by environment, kind and key. */
export const entriesOf = (db: Db, changeId: string) =>
  db
    .selectFrom('changeEntry')
    .select(['environmentId', 'kind', 'key', 'document', 'base'])
    .where('changeId', '=', changeId)
    .orderBy('environmentId')
    .orderBy('kind')
    .orderBy('key')
    .execute()

/** Open changes of several projects, most recently updated first. */
export const openChangesIn = async (db: Db, projectIds: readonly string[], limit: number) => {
  if (projectIds.length === 0) return []
  return db
    .selectFrom('change')
    .select([...columns, 'projectId'])
    .where('projectId', 'in', projectIds)
    .where('state', 'not in', ['applied', 'withdrawn'])
    .orderBy('updatedAt', 'desc')
    .limit(limit)
    .execute()
}

/** The environments of a change, ordered by id. They are locked in this order. */
export const environmentsOfChange = (db: Db, changeId: string) =>
  db
    .selectFrom('changeEntry')
    .select('environmentId as id')
    .distinct()
    .where('changeId', '=', changeId)
    .orderBy('environmentId')
    .execute()

/**
 * Numbers of the project's open changes in an environment. Locks their rows in order of number until the transaction
 * ends.
 */
export const lockOpenChanges = async (tx: Tx, environment: ProvenEnvironment): Promise<number[]> => {
  const rows = await tx
    .selectFrom('change')
    .select('number')
    .where('projectId', '=', environment.projectId)
    .where('state', 'not in', ['applied', 'withdrawn'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('changeEntry')
          .select('changeEntry.key')
          .whereRef('changeEntry.changeId', '=', 'change.id')
          .where('changeEntry.environmentId', '=', environment.id),
      ),
    )
    .orderBy('number')
    .forUpdate()
    .execute()
  return rows.map((row) => row.number)
}

/** The next change number. Locks the project so that no one else takes it. */
export const nextNumber = async (tx: Tx, project: ProvenProject): Promise<number> => {
  await tx.selectFrom('project').select('id').where('id', '=', project.id).forNoKeyUpdate().execute()
  const row = await tx
    .selectFrom('change')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('projectId', '=', project.id)
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

export const insertChange = (tx: Tx, change: Insertable<ChangeTable>) =>
  tx.insertInto('change').values(change).execute()

export const updateChange = (tx: Tx, id: string, change: Updateable<ChangeTable>) =>
  tx.updateTable('change').set(change).where('id', '=', id).execute()

export const replaceEntries = async (
  tx: Tx,
  changeId: string,
  entries: readonly ProposedEntry[],
  environments: ReadonlyMap<string, ProvenEnvironment>,
) => {
  await tx.deleteFrom('changeEntry').where('changeId', '=', changeId).execute()
  await tx
    .insertInto('changeEntry')
    .values(
      entries.flatMap(({ environment, kind, key, document, base }) => {
        const proven = environments.get(environment)
        const json = document === null ? null : JSON.stringify(document)
        return proven ? [{ changeId, environmentId: proven.id, kind, key, document: json, base }] : []
      }),
    )
    .execute()
}

export const revisionsOfChange = (db: Db, project: ProvenProject, number: number) =>
  db
    .selectFrom('revision')
    .innerJoin('environment', 'environment.id', 'revision.environmentId')
    .select(['environment.key as environment', 'revision.number', 'revision.mark'])
    .where('environment.projectId', '=', project.id)
    .where('revision.changeNumber', '=', number)
    .orderBy('environment.position')
    .execute()

/** Which of the given changes were published without their approvals. */
export const bypassedAmong = async (db: Db, changeIds: readonly string[]): Promise<Set<string>> => {
  if (changeIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('change')
    .innerJoin('environment', 'environment.projectId', 'change.projectId')
    .innerJoin('revision', (join) =>
      join.onRef('revision.environmentId', '=', 'environment.id').onRef('revision.changeNumber', '=', 'change.number'),
    )
    .select('change.id')
    .distinct()
    .where('change.id', 'in', changeIds)
    .where('revision.mark', '=', 'bypassed')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Open changes with an entry for the same subject as an entry of the log. `meets` selects the log entries. */
const openChangesMatching = (db: Db, meets: RawBuilder<boolean>) =>
  db
    .selectFrom('change')
    .innerJoin('project', 'project.id', 'change.projectId')
    .select(['project.key as project', 'change.number'])
    .where('change.state', 'not in', ['applied', 'withdrawn', 'conflicted', 'changes-requested'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('changeEntry as proposed')
          .innerJoin('entry', (join) =>
            join
              .onRef('entry.environmentId', '=', 'proposed.environmentId')
              .onRef('entry.kind', '=', 'proposed.kind')
              .onRef('entry.key', '=', 'proposed.key'),
          )
          .select('proposed.key')
          .whereRef('proposed.changeId', '=', 'change.id')
          .where(meets),
      ),
    )
    .execute()

/** Open changes that propose something for the subjects of a revision, except the change that it applied. */
export const openChangesOfRevision = (db: Db, environmentId: string, number: number) =>
  openChangesMatching(db, sql<boolean>`entry.environment_id = ${environmentId} and entry.number = ${number}`)

/** Open changes with a subject that was published again since the change's base. */
export const overtakenChanges = (db: Db) => openChangesMatching(db, sql<boolean>`entry.number > proposed.base`)

export const insertAuthors = async (tx: Tx, changeId: string, personIds: readonly string[]) => {
  if (personIds.length === 0) return
  const rows = personIds.map((personId) => ({ changeId, personId }))
  await tx
    .insertInto('changeAuthor')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const authorsOf = async (db: Db, changeId: string): Promise<Set<string>> => {
  const rows = await db.selectFrom('changeAuthor').select('personId').where('changeId', '=', changeId).execute()
  return new Set(rows.map((row) => row.personId))
}

export type ChangeFilter = {
  states?: readonly ChangeTable['state'][] | undefined
  authorId?: string | undefined
  environmentId?: string | undefined
  kind?: 'flag' | 'segment' | undefined
  key?: string | undefined
  before?: number | undefined
  limit: number
}

/** The project's changes, newest first, with numbers below `before`. */
export const changesOf = (db: Db, project: ProvenProject, filter: ChangeFilter) => {
  const { states, authorId, environmentId, kind, key, before, limit } = filter
  return db
    .selectFrom('change')
    .select(columns)
    .where('projectId', '=', project.id)
    .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
    .$if(states !== undefined, (query) => query.where('state', 'in', states ?? []))
    .$if(authorId !== undefined, (query) => query.where('authorId', '=', authorId ?? ''))
    .$if(environmentId !== undefined || kind !== undefined || key !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('changeEntry')
            .select('changeEntry.key')
            .whereRef('changeEntry.changeId', '=', 'change.id')
            .$if(environmentId !== undefined, (q) => q.where('changeEntry.environmentId', '=', environmentId ?? ''))
            .$if(kind !== undefined, (q) => q.where('changeEntry.kind', '=', kind ?? 'flag'))
            .$if(key !== undefined, (q) => q.where('changeEntry.key', '=', key ?? '')),
        ),
      ),
    )
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
}

/** The subjects of each given change. */
export const subjectsOfChanges = async (db: Db, changeIds: readonly string[]) => {
  if (changeIds.length === 0) return []
  return db
    .selectFrom('changeEntry')
    .innerJoin('environment', 'environment.id', 'changeEntry.environmentId')
    .select(['changeEntry.changeId', 'environment.key as environment', 'changeEntry.kind', 'changeEntry.key'])
    .where('changeEntry.changeId', 'in', changeIds)
    .orderBy('environment.position')
    .orderBy('changeEntry.kind')
    .orderBy('changeEntry.key')
    .execute()
}
