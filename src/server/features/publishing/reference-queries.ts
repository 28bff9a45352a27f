import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { isOneOfSubjects, type Subject, subjectsTable } from './subject-queries.ts'

/** These subjects and all their dependencies, at any depth. */
export const reachableFrom = async (db: Db, environment: ProvenEnvironment, subjects: readonly Subject[]) => {
  if (subjects.length === 0) return []
  const { rows } = await sql<Subject>`
    with recursive reached(kind, key) as (
      select * from ${subjectsTable(subjects)}
      union
      select r.to_kind, r.to_key from reached
      join reference r on r.environment_id = ${environment.id} and r.kind = reached.kind and r.key = reached.key
    )
    select kind, key from reached`.execute(db)
  return rows
}

export const dependentsOf = async (db: Db, environment: ProvenEnvironment, subjects: readonly Subject[]) => {
  if (subjects.length === 0) return []
  return db
    .selectFrom('reference')
    .select(['kind', 'key', 'toKind', 'toKey'])
    .where('environmentId', '=', environment.id)
    .where(isOneOfSubjects('toKind', 'toKey', subjects))
    .execute()
}
