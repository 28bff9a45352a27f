import { z } from 'zod'
import {
  CreateMetricInput,
  Metric,
  MetricInFull,
  MetricPreview,
  MetricReference,
  PreviewMetricInput,
  UpdateMetricInput,
} from '../../../shared/schemas/metric-catalogue.ts'
import { InProject } from '../../../shared/schemas/project.ts'
import { archiveMetric } from '../../domain/metrics/archive-metric.ts'
import { createMetric } from '../../domain/metrics/create-metric.ts'
import { getMetric } from '../../domain/metrics/get-metric.ts'
import { listMetrics } from '../../domain/metrics/list-metrics.ts'
import { previewMetric } from '../../domain/metrics/preview-metric.ts'
import { updateMetric } from '../../domain/metrics/update-metric.ts'
import { mayInEnvironment, mayInProject } from './may.ts'
import { t } from './trpc.ts'

/** What a project measures by. */
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
