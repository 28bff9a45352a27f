import { type Insertable, sql } from 'kysely'
import type { MetricDefinition } from '../../../shared/features/metrics/schemas/metric.ts'
import type { MetricTable } from '../../platform/db/measure-tables.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

type InProject = Pick<ProvenProject, 'id'>

export type MetricRow = {
  id: number
  key: string
  version: number
  definition: MetricDefinition
  createdAt: Date
  savedAt: Date
  archivedAt: Date | null
}

const newest = (db: Db, project: InProject) =>
  db
    .selectFrom('metric')
    .innerJoin('metricVersion', (join) =>
      join.onRef('metricVersion.metric', '=', 'metric.id').onRef('metricVersion.version', '=', 'metric.version'),
    )
    .select(['metric.id', 'metric.key', 'metric.version', 'metric.createdAt', 'metric.archivedAt'])
    .select(['metricVersion.definition', 'metricVersion.savedAt'])
    .where('metric.projectId', '=', project.id)

/** All metrics of a project with their newest versions by key, including archived ones. */
export const metricsOf = (db: Db, project: InProject): Promise<MetricRow[]> =>
  newest(db, project).orderBy('metric.key').execute()

/**
 * The project's metrics, locked until the transaction ends so that no one else creates or edits one in the meantime.
 */
export const lockMetrics = async (tx: Tx, project: InProject): Promise<MetricRow[]> => {
  await sql`select pg_advisory_xact_lock(hashtext('fanion.metrics.' || ${project.id}::text))`.execute(tx)
  return metricsOf(tx, project)
}

export const findMetric = (db: Db, project: InProject, key: string): Promise<MetricRow | undefined> =>
  newest(db, project).where('metric.key', '=', key).executeTakeFirst()

export const versionsOf = (db: Db, metric: number) =>
  db
    .selectFrom('metricVersion')
    .select(['version', 'definition', 'savedAt'])
    .where('metric', '=', metric)
    .orderBy('version', 'desc')
    .execute()

export const insertMetric = async (tx: Tx, row: Insertable<MetricTable>): Promise<number> =>
  (await tx.insertInto('metric').values(row).returning('id').executeTakeFirstOrThrow()).id

/** Saves a version as the newest one and restores the metric if it is archived. */
export const insertMetricVersion = async (
  tx: Tx,
  metric: number,
  version: number,
  definition: MetricDefinition,
  savedAt: Date,
): Promise<void> => {
  await tx
    .insertInto('metricVersion')
    .values({ metric, version, definition: JSON.stringify(definition), savedAt })
    .execute()
  await tx.updateTable('metric').set({ version, archivedAt: null }).where('id', '=', metric).execute()
}

export const setArchived = (tx: Tx, metric: number, archivedAt: Date | null) =>
  tx.updateTable('metric').set({ archivedAt }).where('id', '=', metric).execute()

export const runsUsingMetric = async (db: Db, project: InProject, key: string) => {
  const { rows } = await sql<{ run: number; environment: string; flag: string; version: number; isOpen: boolean }>`
    select run.number as run, environment.key as environment, run.flag, (versions ->> ${key})::int as version,
      state <> 'ended' as is_open
    from run join environment on environment.id = run.environment_id
    where run.project_id = ${project.id} and versions -> ${key} is not null
    order by run.number desc limit 100`.execute(db)
  return rows
}
