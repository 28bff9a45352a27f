import { sql } from 'kysely'
import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'

/** The contexts that were seen since an instant, newest first, each as JSON in one line. */
export const contextsSince = async (db: Db, environment: ProvenEnvironment, since: Date): Promise<string[]> => {
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

/** The paths of the attributes that contexts are kept without. */
export const personalAttributes = async (db: Db, environment: ProvenEnvironment): Promise<string[]> => {
  const rows = await db
    .selectFrom('attribute')
    .select('name')
    .where('projectId', '=', environment.projectId)
    .where('personal', '=', true)
    .execute()
  return rows.map(({ name }) => name)
}
