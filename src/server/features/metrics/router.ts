import { z } from 'zod'
import {
  CreateMetricInput,
  Metric,
  MetricInFull,
  MetricPreview,
  MetricReference,
  PreviewMetricInput,
  UpdateMetricInput,
} from '../../../shared/features/metrics/schemas/metric-catalogue.ts'
import { InProject } from '../../../shared/features/projects/schemas/project.ts'
import { mayInEnvironment, mayInProject } from '../../platform/http/trpc/may.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { archiveMetric } from './archive-metric.ts'
import { createMetric } from './create-metric.ts'
import { getMetric } from './get-metric.ts'
import { listMetrics } from './list-metrics.ts'
import { previewMetric } from './preview-metric.ts'
import { updateMetric } from './update-metric.ts'

export const metricsRouter = t.router({
  list: mayInProject('project.read')
    .input(InProject)
    .output(z.array(Metric))
    .query(({ ctx }) => listMetrics(ctx)),
  get: mayInProject('project.read')
    .input(MetricReference)
    .output(MetricInFull)
    .query(({ ctx, input }) => getMetric(ctx, input)),
  preview: mayInEnvironment('project.read')
    .input(PreviewMetricInput)
    .output(MetricPreview)
    .query(({ ctx, input }) => previewMetric(ctx, input)),
  create: mayInProject('metric.edit')
    .input(CreateMetricInput)
    .output(Metric)
    .mutation(({ ctx, input }) => createMetric(ctx, input)),
  update: mayInProject('metric.edit')
    .input(UpdateMetricInput)
    .output(Metric)
    .mutation(({ ctx, input }) => updateMetric(ctx, input)),
  archive: mayInProject('metric.edit')
    .input(MetricReference)
    .output(Metric)
    .mutation(({ ctx, input }) => archiveMetric(ctx, input)),
})
