import type { Metric } from '../../../shared/features/metrics/schemas/metric-catalogue.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { metricsOf } from './queries.ts'
import { metricView } from './view.ts'

/** Lists the metrics of a project by key in their newest versions, including archived ones. */
export const listMetrics = async ({ db, project }: ProjectCtx): Promise<Metric[]> =>
  (await metricsOf(db, project)).map(metricView)
