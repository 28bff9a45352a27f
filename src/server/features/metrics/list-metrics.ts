import type { Metric } from '../../../shared/features/metrics/schemas/metric-catalogue.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { metricsOf } from './queries.ts'
import { metricView } from './view.ts'

/** The metrics of a project as their newest versions say, ordered by key; archived ones too. */
export const listMetrics = async ({ db, project }: ProjectCtx): Promise<Metric[]> =>
  (await metricsOf(db, project)).map(metricView)
