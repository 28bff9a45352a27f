import { z } from 'zod'
import { list } from '../../../schemas/bounded.ts'
import { Instant, Key, ScopeKey, unlessPage } from '../../../schemas/keys.ts'
import { InEnvironment, InProject } from '../../projects/schemas/project.ts'
import { MetricDefinition } from './metric.ts'

/** What a project measures by, as its newest version says. */
export const Metric = z.strictObject({
  key: Key,
  /** From 1; a saved version never changes. */
  version: z.int(),
  definition: MetricDefinition,
  createdAt: Instant,
  /** When the newest version was saved. */
  savedAt: Instant,
  archivedAt: Instant.nullable(),
})
export type Metric = z.infer<typeof Metric>

/** A metric with the versions it had, the newest first, and the runs that use it. */
export const MetricInFull = Metric.extend({
  versions: list(z.strictObject({ version: z.int(), definition: MetricDefinition, savedAt: Instant })),
  usedBy: list(
    z.strictObject({ run: z.int(), environment: ScopeKey, flag: Key, version: z.int(), isOpen: z.boolean() }),
  ),
})
export type MetricInFull = z.infer<typeof MetricInFull>

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

/** What a metric comes to over a stretch of time, of all units that were seen then. */
const Stretch = z.strictObject({
  /** Units of which any event arrived. */
  units: z.int(),
  /** Units with an event that the metric reads. */
  active: z.int(),
  /** A share from 0 to 1, a number, or milliseconds of a time; null where there is nothing to measure. */
  value: z.number().nullable(),
})

/** What a metric would have come to within the last week, before anybody is compared with anybody. */
export const MetricPreview = z.strictObject({
  from: Instant,
  to: Instant,
  /** How much of all units was looked at: 1, or less where there are very many. */
  share: z.number(),
  /** Units left out, because they sent more events within a day than people do. */
  robots: z.int(),
  whole: Stretch,
  /** Whole days in UTC, the oldest first; today is the last. */
  days: list(z.strictObject({ day: z.string(), ...Stretch.shape })),
})
export type MetricPreview = z.infer<typeof MetricPreview>
