import { z } from 'zod'
import {
  CreateMetricInput,
  Metric,
  MetricPreview,
  MetricReference,
  MetricWithVersions,
  PreviewMetricInput,
  UpdateMetricInput,
} from '../../../shared/features/metrics/schemas/metric-catalogue.ts'
import { InProject } from '../../../shared/features/projects/schemas/project.ts'
import { environmentProcedure, projectProcedure } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { archiveMetric } from './archive-metric.ts'
import { createMetric } from './create-metric.ts'
import { getMetric } from './get-metric.ts'
import { listMetrics } from './list-metrics.ts'
import { previewMetric } from './preview-metric.ts'
import { updateMetric } from './update-metric.ts'

export const metricsRouter = t.router({
  list: projectProcedure('project.read')
    .input(InProject)
    .output(z.array(Metric))
    .query(({ ctx }) => listMetrics(ctx)),
  get: projectProcedure('project.read')
    .input(MetricReference)
    .output(MetricWithVersions)
    .query(({ ctx, input }) => getMetric(ctx, input)),
  preview: environmentProcedure('project.read')
    .input(PreviewMetricInput)
    .output(MetricPreview)
    .query(({ ctx, input }) => previewMetric(ctx, input)),
  create: projectProcedure('metric.edit')
    .input(CreateMetricInput)
    .output(Metric)
    .mutation(({ ctx, input }) => createMetric(ctx, input)),
  update: projectProcedure('metric.edit')
    .input(UpdateMetricInput)
    .output(Metric)
    .mutation(({ ctx, input }) => updateMetric(ctx, input)),
  archive: projectProcedure('metric.edit')
    .input(MetricReference)
    .output(Metric)
    .mutation(({ ctx, input }) => archiveMetric(ctx, input)),
})
