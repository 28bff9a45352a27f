import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { isOneOfSubjects, type Subject, subjectsTable } from './subject-queries.ts'

export const referencesOfSubjects = async (db: Db, environment: ProvenEnvironment, subjects: readonly Subject[]) => {
  if (subjects.length === 0) return []
  return db
    .selectFrom('reference')
    .select(['kind', 'key', 'toKind', 'toKey'])
    .where('environmentId', '=', environment.id)
    .where((eb) => eb.or([isOneOfSubjects('kind', 'key', subjects), isOneOfSubjects('toKind', 'toKey', subjects)]))
    .orderBy('kind')
    .orderBy('key')
    .orderBy('toKind')
    .orderBy('toKey')
    .execute()
}

export const allReferences = (db: Db, environment: ProvenEnvironment) =>
  db
    .selectFrom('reference')
    .select(['kind', 'key', 'toKind', 'toKey'])
    .where('environmentId', '=', environment.id)
    .orderBy('kind')
    .orderBy('key')
    .orderBy('toKind')
    .orderBy('toKey')
    .execute()

/** References on all paths to one of the given subjects, at any depth. */
export const referencesLeadingTo = async (db: Db, environment: ProvenEnvironment, subjects: readonly Subject[]) => {
  const { rows } = await sql<Subject & { toKind: Subject['kind']; toKey: string }>`
    with recursive "user"(kind, key) as (
      select * from ${subjectsTable(subjects)}
      union select reference.kind, reference.key from "user" join reference
        on environment_id = ${environment.id} and to_kind = "user".kind and to_key = "user".key
    )
    select reference.kind, reference.key, to_kind, to_key from "user" join reference
      on environment_id = ${environment.id} and to_kind = "user".kind and to_key = "user".key
    order by reference.kind, reference.key collate "C", to_kind, to_key collate "C"`.execute(db)
  return rows
}

/**
 * Heads whose documents contain this text in quotes anywhere. Includes more than those that use an attribute with this
 * path.
 */
export const headsContainingText = (db: Db, environment: ProvenEnvironment, text: string) =>
  db
    .selectFrom('head')
    .select(['kind', 'key', 'document'])
    .where('environmentId', '=', environment.id)
    .where(holds(JSON.stringify(text)))
    .orderBy('kind')
    .orderBy('key')
    .execute()

const holds = (text: string): RawBuilder<SqlBool> => sql<SqlBool>`strpos(document::text, ${text}) > 0`
