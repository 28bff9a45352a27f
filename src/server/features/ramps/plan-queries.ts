import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { RampPlanTable } from '../../platform/db/ramp-tables.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

export const plansOf = (db: Db, project: ProvenProject) =>
  db.selectFrom('rampPlan').select(['name', 'plan']).where('projectId', '=', project.id).orderBy('name').execute()

export const upsertPlan = (tx: Tx, row: Insertable<RampPlanTable>) =>
  tx
    .insertInto('rampPlan')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'name']).doUpdateSet({ plan: row.plan }))
    .execute()

export const deletePlan = (tx: Tx, project: ProvenProject, name: string) =>
  tx.deleteFrom('rampPlan').where('projectId', '=', project.id).where('name', '=', name).execute()
