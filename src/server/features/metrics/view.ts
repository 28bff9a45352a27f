import type { Metric } from '../../../shared/features/metrics/schemas/metric-catalogue.ts'
import type { MetricRow } from './queries.ts'

export const metricView = ({ key, version, definition, createdAt, savedAt, archivedAt }: MetricRow): Metric => ({
  key,
  version,
  definition,
  createdAt: createdAt.toISOString(),
  savedAt: savedAt.toISOString(),
  archivedAt: archivedAt?.toISOString() ?? null,
})
