import { z } from 'zod'
import { list } from '../../../schemas/bounded.ts'
import { Instant, Key, ScopeKey, unlessPage } from '../../../schemas/keys.ts'
import { InEnvironment, InProject } from '../../projects/schemas/project.ts'
import { MetricDefinition } from './metric.ts'

/** A metric of a project, in its newest version. */
export const Metric = z.strictObject({
  key: Key,
  /** Starts at 1. A saved version never changes. */
  version: z.int(),
  definition: MetricDefinition,
  createdAt: Instant,
  savedAt: Instant,
  archivedAt: Instant.nullable(),
})
export type Metric = z.infer<typeof Metric>

/** A metric with all its versions, newest first, and the runs that use it. */
export const MetricWithVersions = Metric.extend({
  versions: list(z.strictObject({ version: z.int(), definition: MetricDefinition, savedAt: Instant })),
  usedBy: list(
    z.strictObject({ run: z.int(), environment: ScopeKey, flag: Key, version: z.int(), isOpen: z.boolean() }),
  ),
})
export type MetricWithVersions = z.infer<typeof MetricWithVersions>

export const CreateMetricInput = InProject.extend({
  key: unlessPage(Key, 'metrics', ['events', 'sources']),
  definition: MetricDefinition,
})
export type CreateMetricInput = z.input<typeof CreateMetricInput>

export const MetricReference = InProject.extend({ metric: Key })
export type MetricReference = z.infer<typeof MetricReference>

export const UpdateMetricInput = MetricReference.extend({ definition: MetricDefinition })
export type UpdateMetricInput = z.input<typeof UpdateMetricInput>

export const PreviewMetricInput = InEnvironment.extend({ definition: MetricDefinition })
export type PreviewMetricInput = z.input<typeof PreviewMetricInput>

/** A metric over a period, for all units seen in it. */
const MetricPeriod = z.strictObject({
  /** Units with any event. */
  units: z.int(),
  /** Units with an event that the metric reads. */
  active: z.int(),
  /** A share from 0 to 1, a number, or a time in milliseconds. Null if there is no data. */
  value: z.number().nullable(),
})

/** The value of a metric over the last week, without an experiment. */
export const MetricPreview = z.strictObject({
  from: Instant,
  to: Instant,
  /** The share of units that were read: 1, or less if there are very many. */
  share: z.number(),
  /** Units excluded because they sent more events within a day than humans do. */
  robots: z.int(),
  whole: MetricPeriod,
  /** Whole days in UTC, oldest first. Today is the last. */
  days: list(z.strictObject({ day: z.string(), ...MetricPeriod.shape })),
})
export type MetricPreview = z.infer<typeof MetricPreview>
