import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list } from '../../../schemas/bounded.ts'
import { Condition } from '../../../schemas/condition.ts'
import { duration, durationMs } from '../../../schemas/duration.ts'
import { Key } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'
import { Tag } from '../../flags/schemas/flag-view.ts'
import { Description } from '../../projects/schemas/project.ts'

const day = 24 * 3_600_000
const minute = 60_000

/** Whether a condition reads only an event's properties and `value`, combined with all, any and not. */
const ofEvents = (condition: Condition): boolean => {
  if (condition === true) return true
  if ('all' in condition) return condition.unknown === undefined && condition.all.every(ofEvents)
  if ('any' in condition) return condition.unknown === undefined && condition.any.every(ofEvents)
  if ('not' in condition) return ofEvents(condition.not)
  return 'attribute' in condition && 'operator' in condition
}

/** Events with one key whose properties match a condition. */
const part = {
  event: Key,
  where: Condition.refine(ofEvents, {
    error: 'use conditions on the event’s properties and value; segments, flags and buckets aren’t known of an event',
  }).optional(),
}
export const MetricPart = z.strictObject(part)
export type MetricPart = z.infer<typeof MetricPart>

/** Events and how they are aggregated: their number, or the sum of their values. */
export const MetricTerm = z.strictObject({ ...part, take: z.enum(['count', 'sum']) })
export type MetricTerm = z.infer<typeof MetricTerm>

/** What is measured for each unit within the window after its first exposure. */
export const Measure = z.discriminatedUnion('kind', [
  /** The share of units with at least `atLeast` such events. */
  z.strictObject({ kind: z.literal('proportion'), of: MetricPart, atLeast: z.int().min(1).max(1_000).default(1) }),
  /** The number of events per unit. */
  z.strictObject({ kind: z.literal('count'), of: MetricPart }),
  /** The sum of the values of a unit's events. */
  z.strictObject({ kind: z.literal('sum'), of: MetricPart }),
  /** A ratio of sums, for example errors per request or orders per visit. */
  z.strictObject({ kind: z.literal('ratio'), over: MetricTerm, under: MetricTerm }),
  /** The share of units with an event in a window that starts later. */
  z.strictObject({ kind: z.literal('retention'), of: MetricPart }),
  /** The time until a unit's first event, capped at the window's length. */
  z.strictObject({ kind: z.literal('time'), of: MetricPart }),
  /** A quantile of the events' values, or of their sums per unit. */
  z.strictObject({
    kind: z.literal('quantile'),
    of: MetricPart,
    at: z.number().gt(0).lt(1),
    each: z.enum(['event', 'unit']),
  }),
])
export type Measure = z.infer<typeof Measure>

const longest = limits.metricWindowDays * day
const Window = z
  .strictObject({
    from: duration(0, longest - minute, 'from 0 to 90 days').default('P0D'),
    length: duration(minute, longest, 'from 1 minute to 90 days').default('P7D'),
  })
  .refine(({ from, length }) => (durationMs(from) ?? 0) + (durationMs(length) ?? 0) <= longest, {
    error: 'the window must end at most 90 days after the first exposure',
    path: ['length'],
  })

/**
 * The most that one unit can contribute: a fixed number, or a percentile of history that a run's plan turns into a
 * number.
 */
export const MetricCap = z.union([
  z.strictObject({ percentile: z.number().min(0.5).lt(1) }),
  z.strictObject({ at: z.number().positive() }),
])
export type MetricCap = z.infer<typeof MetricCap>

/** The change that still counts as no difference, or as no worse. */
export const MetricMargin = z.union([
  z.strictObject({ relative: z.number().positive().lt(1) }),
  z.strictObject({ absolute: z.number().positive() }),
])
export type MetricMargin = z.infer<typeof MetricMargin>

/** Kinds in which one unit can contribute thousands. They are capped unless the metric says otherwise. */
const capped: readonly Measure['kind'][] = ['count', 'sum']
/** Kinds whose variance can be reduced with data from before the exposure. */
const sharpened: readonly Measure['kind'][] = ['proportion', 'count', 'sum', 'ratio']

/** A metric as members define it. A run pins the version it uses. */
export const MetricDefinition = z
  .strictObject({
    name: Name,
    description: Description.default(''),
    tags: list(Tag).max(limits.tagsPerFlag).default([]),
    /** The attribute that identifies units. Null is the targeting key. */
    unit: z.string().min(1).max(limits.nameLength).nullable().default(null),
    better: z.enum(['more', 'less']),
    /** Whose events count. Use `servers` if money depends on them: pages can forge events. */
    from: z.enum(['servers', 'anyone']),
    measure: Measure,
    window: Window.default({ from: 'P0D', length: 'P7D' }),
    /** How late events can arrive. */
    lag: duration(0, limits.metricLagDays * day, 'from 0 to 7 days').default('PT10M'),
    cap: MetricCap.nullable().optional(),
    /** The period before the exposure that is used for variance reduction. */
    before: duration(day, longest, 'from 1 to 90 days').nullable().optional(),
    margin: MetricMargin.nullable().default(null),
  })
  .superRefine(({ measure, window, cap, before }, ctx) => {
    const refuse = (message: string, ...path: string[]) => ctx.addIssue({ code: 'custom', path, message })
    const { kind } = measure
    if (kind === 'retention' && durationMs(window.from) === 0)
      refuse('a retention window begins later than the first exposure, such as P7D', 'window', 'from')
    if (cap && !capped.includes(kind)) refuse('only counts and sums have a cap; leave it out', 'cap')
    if (before && !sharpened.includes(kind))
      refuse(`a ${kind} can’t be compared with what units did before; leave it out`, 'before')
  })
  .transform(({ cap, before, ...metric }) => ({
    ...metric,
    cap: cap === undefined && capped.includes(metric.measure.kind) ? { percentile: 0.999 } : (cap ?? null),
    before: before === undefined && sharpened.includes(metric.measure.kind) ? 'P14D' : (before ?? null),
  }))
export type MetricDefinition = z.infer<typeof MetricDefinition>

/** The parts of a measure, to find out which events it needs. */
export const partsOf = (measure: Measure): readonly (MetricPart & { readonly needsValue: boolean })[] => {
  if (measure.kind === 'ratio')
    return [measure.over, measure.under].map((term) => ({ ...term, needsValue: term.take === 'sum' }))
  return [{ ...measure.of, needsValue: measure.kind === 'sum' || measure.kind === 'quantile' }]
}
