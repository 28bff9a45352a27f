import { type Selectable, sql } from 'kysely'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { SubjectKind } from '../../../shared/features/publishing/schemas/revision.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { EnvironmentTable } from '../../platform/db/schema.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { isOneOfSubjects, type Subject } from './subject-queries.ts'

/** The state of an environment that a publish checks: its newest revision and its protection. */
export type EnvironmentState = Pick<
  Selectable<EnvironmentTable>,
  'headNumber' | 'protected' | 'requiredApprovals' | 'promisesVersion'
>

/**
 * Locks the environment for this transaction and returns its newest revision number and publish settings. Publishers
 * queue here, so that revision numbers have no gaps and commit in order. Throws `environment/not-found` if it was
 * deleted.
 */
export const lockEnvironment = async (
  tx: Tx,
  environment: Pick<ProvenEnvironment, 'id'>,
): Promise<EnvironmentState> => {
  const { rows } = await sql<EnvironmentState>`
    select head_number, protected, required_approvals, promises_version from lock_environment(${environment.id})`.execute(
    tx,
  )
  if (!rows[0]) throw new FanionError('environment/not-found')
  return rows[0]
}

/** The newest entry of each subject published after `base`, with its actor. */
export const entriesSince = (db: Db, environment: ProvenEnvironment, base: number, subjects: readonly Subject[]) =>
  db
    .selectFrom('entry')
    .innerJoin('revision', (join) =>
      join.onRef('revision.environmentId', '=', 'entry.environmentId').onRef('revision.number', '=', 'entry.number'),
    )
    .distinctOn(['entry.kind', 'entry.key'])
    .select(['entry.kind', 'entry.key', 'entry.number', 'entry.document', 'revision.actorName', 'revision.publishedAt'])
    .where('entry.environmentId', '=', environment.id)
    .where('entry.number', '>', base)
    .where(isOneOfSubjects('entry.kind', 'entry.key', subjects))
    .orderBy('entry.kind')
    .orderBy('entry.key')
    .orderBy('entry.number', 'desc')
    .execute()

/** Heads of one environment by kind and key: one row per active flag or segment. */
export const heads = (db: Db, environment: Pick<ProvenEnvironment, 'id'>) =>
  db
    .selectFrom('head')
    .select(['kind', 'key', 'number', 'document'])
    .where('environmentId', '=', environment.id)
    .orderBy('kind')
    .orderBy('key')
    .execute()

export const headsOf = async (db: Db, environment: ProvenEnvironment, subjects: readonly Subject[]) => {
  if (subjects.length === 0) return []
  return db
    .selectFrom('head')
    .select(['kind', 'key', 'number', 'document'])
    .where('environmentId', '=', environment.id)
    .where(isOneOfSubjects('kind', 'key', subjects))
    .execute()
}

/** The project's rows of the given flags, which their documents must agree with. */
export const flagRows = async (db: Db, environment: ProvenEnvironment, keys: readonly string[]) => {
  if (keys.length === 0) return []
  return db
    .selectFrom('flag')
    .select(['key', 'type', 'schema', 'archivedAt'])
    .where('projectId', '=', environment.projectId)
    .where('key', 'in', keys)
    .execute()
}

export const segmentRows = async (db: Db, environment: ProvenEnvironment, keys: readonly string[]) => {
  if (keys.length === 0) return []
  return db
    .selectFrom('segment')
    .select(['key', 'archivedAt'])
    .where('projectId', '=', environment.projectId)
    .where('key', 'in', keys)
    .execute()
}

export type ListFilter = {
  kind?: SubjectKind | undefined
  key?: string | undefined
  before?: number | undefined
  limit: number
}

/**
 * Revisions of one environment with numbers below `before`, newest first. If the filter names a subject, only revisions
 * that touched it.
 */
export const revisionsOf = (db: Db, environment: ProvenEnvironment, filter: ListFilter) => {
  const { kind, key, before, limit } = filter
  return db
    .selectFrom('revision')
    .select(['number', 'publishedAt', 'actorKind', 'actorId', 'actorName', 'message', 'mark', 'changeNumber'])
    .where('environmentId', '=', environment.id)
    .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
    .$if(kind !== undefined || key !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('entry')
            .select('entry.number')
            .whereRef('entry.environmentId', '=', 'revision.environmentId')
            .whereRef('entry.number', '=', 'revision.number')
            .$if(kind !== undefined, (entry) => entry.where('entry.kind', '=', kind ?? 'flag'))
            .$if(key !== undefined, (entry) => entry.where('entry.key', '=', key ?? '')),
        ),
      ),
    )
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
}

export const subjectsOf = async (db: Db, environment: ProvenEnvironment, numbers: readonly number[]) => {
  if (numbers.length === 0) return []
  return db
    .selectFrom('entry')
    .select(['number', 'kind', 'key'])
    .where('environmentId', '=', environment.id)
    .where('number', 'in', numbers)
    .orderBy('kind')
    .orderBy('key')
    .execute()
}

/** The last document of a subject in an environment, even after its removal. Undefined if it never existed there. */
export const lastDocument = async (db: Db, environment: ProvenEnvironment, subject: Subject) => {
  const row = await db
    .selectFrom('entry')
    .select('document')
    .where('environmentId', '=', environment.id)
    .where('kind', '=', subject.kind)
    .where('key', '=', subject.key)
    .where('document', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.document ?? undefined
}
