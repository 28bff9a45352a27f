import { sql } from 'kysely'
import { referencesOf } from '../../../shared/datafile/references.ts'
import type { InvariantViolation, TouchedPromise } from '../../../shared/features/promises/schemas/promise.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { type Subject, subjectsTable } from './subject-queries.ts'

/** The data for proving promises, read in one snapshot. */
export type InvariantData = {
  promises: readonly TouchedPromise[]
  /** The entries' subjects and all their dependents. */
  above: readonly Subject[]
  /** All dependencies of these promises and of the new documents. */
  places: readonly (Subject & { document: FlagDocument | SegmentDocument | null })[]
}

/**
 * The promises of this environment that depend on the entries' subjects, even indirectly, with everything they read.
 */
export const invariantDataOf = (
  db: Db,
  environment: ProvenEnvironment,
  entries: readonly Entry[],
): Promise<InvariantData> =>
  invariantDataOfSubjects(
    db,
    environment,
    entries,
    entries.flatMap(({ document }) => (document === null ? [] : referencesOf(document))),
  )

/** Like `promiseGroundOf`, for subjects to be published and the subjects that their new documents refer to. */
export const invariantDataOfSubjects = async (
  db: Db,
  environment: ProvenEnvironment,
  subjects: readonly Subject[],
  named: readonly Subject[],
): Promise<InvariantData> => {
  const { rows } = await sql<InvariantData>`
    with recursive above(kind, key) as (
      select * from ${subjectsTable(subjects)}
      union select reference.kind, reference.key from above join reference
        on environment_id = ${environment.id} and to_kind = above.kind and to_key = above.key
    ),
    promised as (
      select promise.* from promise left join flag on flag.id = flag_id
      where promise.project_id = ${environment.projectId} and flag.archived_at is null
        and (environments is null or ${environment.key} = any(environments))
        and exists (select from promise_reference join above using (kind, key) where promise_id = promise.id)
    ),
    place(kind, key) as (
      select kind, key from promise_reference where promise_id in (select id from promised)
      union select * from ${subjectsTable(named)}
      union
      select to_kind, to_key from place join reference
        on environment_id = ${environment.id} and reference.kind = place.kind and reference.key = place.key
    )
    select
      (select coalesce(json_agg(json_build_object('key', promised.key, 'name', promised.name, 'statement', statement,
          'force', force, 'flag', flag.key, 'owner', owner_name) order by promised.key), '[]')
        from promised left join flag on flag.id = flag_id) as promises,
      (select json_agg(json_build_object('kind', kind, 'key', key)) from above) as above,
      (select coalesce(json_agg(json_build_object('kind', place.kind, 'key', place.key, 'document', document)), '[]')
        from place left join head
        on environment_id = ${environment.id} and head.kind = place.kind and head.key = place.key) as places`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('a select without a table has one row')
  return row
}

/** Enforced promises that name one of the given flags, except its own examples. */
export const enforcedInvariantsNaming = (db: Db, projectId: string, flags: readonly string[]) =>
  db
    .selectFrom('promise')
    .innerJoin('promiseReference', 'promiseReference.promiseId', 'promise.id')
    .leftJoin('flag', 'flag.id', 'promise.flagId')
    .select(['promise.key', 'promise.name', 'promise.statement', 'promiseReference.key as about'])
    .where('promise.projectId', '=', projectId)
    .where('promise.force', '=', 'refuses')
    .where('promiseReference.kind', '=', 'flag')
    .where('promiseReference.key', 'in', flags)
    .where((eb) => eb.or([eb('flag.key', 'is', null), eb('flag.key', 'not in', flags)]))
    .orderBy('promise.key')
    .execute()

/**
 * Promises of this environment that name one of the given subjects or have one of the given keys, each with all
 * subjects it names.
 */
export const invariantsNaming = async (
  db: Db,
  environment: ProvenEnvironment,
  { subjects = [], keys = [] }: { subjects?: readonly Subject[]; keys?: readonly string[] },
) => {
  const { rows } = await sql<TouchedPromise & { names: readonly Subject[] }>`
    select promise.key, promise.name, statement, force, flag.key as flag, owner_name as owner,
      (select json_agg(json_build_object('kind', kind, 'key', promise_reference.key) order by kind, promise_reference.key)
        from promise_reference where promise_id = promise.id) as names
    from promise left join flag on flag.id = flag_id
    where promise.project_id = ${environment.projectId} and flag.archived_at is null
      and (environments is null or ${environment.key} = any(environments))
      and (promise.key = any(${keys}::text[]) or exists (
        select from promise_reference where promise_id = promise.id
          and (kind, promise_reference.key) in (select * from ${subjectsTable(subjects)})))
    order by promise.key`.execute(db)
  return rows
}

/** The promises that revisions knowingly broke. */
export const breachesOf = async (
  db: Db,
  environment: ProvenEnvironment,
  numbers: readonly number[],
): Promise<(InvariantViolation & { number: number })[]> =>
  numbers.length === 0
    ? []
    : db
        .selectFrom('revisionBreach')
        .select(['number', 'promise', 'name', 'sentence', 'state', 'reason'])
        .where('environmentId', '=', environment.id)
        .where('number', 'in', numbers)
        .orderBy('promise')
        .execute()
