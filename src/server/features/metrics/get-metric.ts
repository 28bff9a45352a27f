import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { MetricWithVersions } from '../../../shared/features/metrics/schemas/metric-catalogue.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'
import { findMetric, runsUsingMetric, versionsOf } from './queries.ts'
import { metricView } from './view.ts'

/** Returns a metric with all its versions and the runs that use it. Throws `metric/not-found`. */
export async function getMetric(
  { db, project }: ProjectCtx,
  { metric: key }: { metric: string },
): Promise<MetricWithVersions> {
  const found = await findMetric(db, project, key)
  if (!found) throw metricNotFound(project, key)
  const [versions, usedBy] = await Promise.all([versionsOf(db, found.id), runsUsingMetric(db, project, key)])
  return {
    ...metricView(found),
    versions: versions.map(({ savedAt, ...version }) => ({ ...version, savedAt: savedAt.toISOString() })),
    usedBy,
  }
}

export const metricNotFound = ({ name }: Pick<ProvenProject, 'name'>, metric: string): FanionError =>
  new FanionError('metric/not-found', { metric }, `${name} has no metric "${metric}".`)
