import { sql } from 'kysely'
import type { Tx } from '../../platform/db/pool.ts'

/** The encrypted digest keys of the project's environments in which anything was measured. */
export const measureKeysOf = (tx: Tx, projectId: string) =>
  tx
    .selectFrom('measureKey')
    .innerJoin('environment', 'environment.id', 'measureKey.environmentId')
    .select(['measureKey.environmentId', 'measureKey.sealed'])
    .where('environment.projectId', '=', projectId)
    .execute()

/** All attributes by which runs of a project ever split. */
export const kindsOf = async (tx: Tx, projectId: string): Promise<string[]> => {
  const { rows } = await sql<{ by: string }>`
    select distinct rule -> 'serve' -> 'split' -> 'point' ->> 'by' as by from run
    where project_id = ${projectId} and rule is not null`.execute(tx)
  return rows.flatMap(({ by }) => by ?? [])
}

export const forgetComparisons = async (tx: Tx, projectId: string, units: readonly string[]): Promise<void> => {
  await sql`
    delete from comparison_example where unit = any(${units}::uuid[])
    and environment_id in (select id from environment where project_id = ${projectId})`.execute(tx)
}
