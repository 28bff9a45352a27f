import { sql } from 'kysely'
import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'

/** Contexts seen since a time, newest first, each as one line of JSON. */
export const sampleContextsSince = async (db: Db, environment: ProvenEnvironment, since: Date): Promise<string[]> => {
  const rows = await db
    .selectFrom('sampleContext')
    .select(sql<string>`context::text`.as('line'))
    .where('environmentId', '=', environment.id)
    .where('seenAt', '>=', since)
    .orderBy('seenAt', 'desc')
    .limit(limits.keptContexts)
    .execute()
  return rows.map(({ line }) => line)
}

/** Paths of the attributes that are removed from sample contexts. */
export const personalAttributes = async (db: Db, environment: ProvenEnvironment): Promise<string[]> => {
  const rows = await db
    .selectFrom('attribute')
    .select('name')
    .where('projectId', '=', environment.projectId)
    .where('personal', '=', true)
    .execute()
  return rows.map(({ name }) => name)
}
