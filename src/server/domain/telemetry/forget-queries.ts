import { sql } from 'kysely'
import type { ForgottenUnit } from '../../../shared/schemas/tracked.ts'
import type { Tx } from '../../db/pool.ts'

/** The sealed keys of the environments of a project in which anything was measured. */
export const measureKeysOf = (tx: Tx, projectId: string) =>
  tx
    .selectFrom('measureKey')
    .innerJoin('environment', 'environment.id', 'measureKey.environmentId')
    .select(['measureKey.environmentId', 'measureKey.sealed'])
    .where('environment.projectId', '=', projectId)
    .execute()

/** The attributes by which runs of a project ever split. */
export const kindsOf = async (tx: Tx, projectId: string): Promise<string[]> => {
  const { rows } = await sql<{ by: string }>`
    select distinct rule -> 'serve' -> 'split' -> 'point' ->> 'by' as by from run
    where project_id = ${projectId} and rule is not null`.execute(tx)
  return rows.flatMap(({ by }) => by ?? [])
}

/** Deletes what a project measured of these units. */
export const forgetUnits = async (tx: Tx, projectId: string, units: readonly string[]): Promise<ForgottenUnit> => {
  const exposures = await sql`
    delete from exposure where unit = any(${units}::uuid[])
    and run in (select id from run where project_id = ${projectId})`.execute(tx)
  const events = await sql`
    delete from track where unit = any(${units}::uuid[])
    and event in (select id from tracked_event where project_id = ${projectId})`.execute(tx)
  await sql`
    delete from comparison_example where unit = any(${units}::uuid[])
    and environment_id in (select id from environment where project_id = ${projectId})`.execute(tx)
  return { exposures: Number(exposures.numAffectedRows ?? 0n), events: Number(events.numAffectedRows ?? 0n) }
}
