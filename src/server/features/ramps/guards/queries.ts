import { type Insertable, sql } from 'kysely'
import type { GuardCheckResult } from '../../../../shared/features/ramps/schemas/guard.ts'
import type { GuardSourceTable } from '../../../platform/db/guard-tables.ts'
import type { Db, Tx } from '../../../platform/db/pool.ts'
import type { ProvenProject } from '../../../platform/kernel/scope.ts'

type InProject = Pick<ProvenProject, 'id'>
type Look = { number: number; at: Date; decisive: boolean; body: GuardCheckResult }

export const insertGuardCheck = (tx: Tx, project: InProject, run: number, { body, ...look }: Look) =>
  tx
    .insertInto('runLook')
    .values({ projectId: project.id, run, ...look, body: JSON.stringify(body) })
    .execute()

/** The newest guard checks of a ramp, up to `limit`, oldest first. Checks with consequences are never deleted. */
export const looksOf = async (db: Db, project: InProject, run: number, limit: number) => {
  const rows = await db
    .selectFrom('runLook')
    .select(['number', 'at', 'body'])
    .where('projectId', '=', project.id)
    .where('run', '=', run)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed()
}

/** Number of rows to delete per statement. */
export const guardChecksPerDelete = 10_000

/** Deletes a batch of guard checks before a time that had no consequences. Returns their number. */
export const deleteGuardChecksBefore = async (db: Db, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from run_look where ctid = any(array(
      select ctid from run_look where at < ${before} and not decisive limit ${guardChecksPerDelete}
    ))`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export const guardSourcesOf = (db: Db, project: InProject) =>
  db
    .selectFrom('guardSource')
    .select(['key', 'kind', 'url', 'sealed', 'madeBy', 'madeAt'])
    .where('projectId', '=', project.id)
    .orderBy('key')
    .execute()

/** The same, held until the transaction ends: no one else saves one of the project in the meantime. */
export const lockGuardSources = async (tx: Tx, project: InProject) => {
  await sql`select pg_advisory_xact_lock(hashtext('fanion.guard-sources.' || ${project.id}::text))`.execute(tx)
  return guardSourcesOf(tx, project)
}

export const upsertGuardSource = (tx: Tx, { projectId, key, ...row }: Insertable<GuardSourceTable>) =>
  tx
    .insertInto('guardSource')
    .values({ projectId, key, ...row })
    .onConflict((conflict) => conflict.columns(['projectId', 'key']).doUpdateSet(row))
    .execute()

export const deleteGuardSource = (tx: Tx, project: InProject, key: string) =>
  tx.deleteFrom('guardSource').where('projectId', '=', project.id).where('key', '=', key).execute()
