import { z } from 'zod'
import { list } from '../../../schemas/bounded.ts'
import { Instant, Key, ScopeKey } from '../../../schemas/keys.ts'
import { MetricMargin } from '../../metrics/schemas/metric.ts'
import { InEnvironment } from '../../projects/schemas/project.ts'
import { GuardState } from '../../ramps/schemas/guard.ts'
import { RunNumber } from '../../runs/schemas/run.ts'
import {
  ExperimentArm,
  ExperimentHeadline,
  ExperimentMode,
  ExperimentReference,
  ExperimentSetup,
} from './experiment.ts'

/** Lower and upper bound. */
const Interval = z.tuple([z.number(), z.number()])

const ResultStatus = z.enum([
  'ok',
  'no_data',
  'too_few_units',
  'zero_variance',
  'small_counts',
  'burn_in',
  'immature',
  'denominator_zero',
  'baseline_zero',
  'baseline_not_distinguishable_from_zero',
  'unexpected_arm',
  'invalid_input',
])

/**
 * The result of one metric for one arm, compared with the control. Differences are in the metric's unit, lifts are
 * relative to the control.
 */
export const ExperimentResult = z.strictObject({
  metric: Key,
  arm: Key,
  role: z.enum(['primary', 'secondary', 'guard', 'added']),
  status: ResultStatus,
  /** Units of both arms whose window has ended. */
  units: z.int(),
  control: z.number().nullable(),
  treatment: z.number().nullable(),
  difference: z.number().nullable(),
  standardError: z.number().nullable(),
  /** Half the width of the interval, in standard errors. */
  factor: z.number().nullable(),
  interval: Interval.nullable(),
  lift: z.number().nullable(),
  liftInterval: Interval.nullable(),
  liftStatus: ResultStatus,
  p: z.number().nullable(),
  verdict: ExperimentHeadline.shape.verdict,
  /** The number of the look that decided; null if none did. */
  decidedAt: z.int().nullable(),
  problem: z.string().nullable(),
})
export type ExperimentResult = z.infer<typeof ExperimentResult>

/**
 * Units per arm, compared with the weights. `off`: the ratio is wrong, so results must not be read until the cause is
 * known.
 */
export const ExperimentSamples = z.strictObject({
  status: ResultStatus,
  off: z.boolean(),
  /** In the order of the arms. */
  observed: list(z.int()),
  /** P-value of a sequential test over all looks, valid at any time. */
  p: z.number(),
  chiSquareP: z.number().nullable(),
})
export type ExperimentSamples = z.infer<typeof ExperimentSamples>

/** The last evaluation of a guard for one arm. */
export const ExperimentGuardResult = z.strictObject({
  metric: Key,
  arm: Key,
  name: z.string(),
  state: GuardState,
  text: z.string(),
  /** Whether the guard would also be harmful without the events that pages reported. */
  trusted: z.boolean(),
  then: z.enum(['stop', 'tell']),
  evidence: z.number().nullable(),
  limit: z.number().nullable(),
})
export type ExperimentGuardResult = z.infer<typeof ExperimentGuardResult>

/** A metric, fixed at the start of a run. */
export const PlannedMetricView = z.strictObject({
  key: Key,
  version: z.int(),
  name: z.string(),
  role: z.enum(['primary', 'secondary', 'guard', 'added']),
  kind: z.enum(['mean', 'proportion', 'ratio', 'quantile']),
  /** The kind of measure: `proportion`, `count`, `sum`, `ratio`, `retention`, `time`, `quantile`. */
  measure: z.string(),
  /** For sums and quantiles: the unit of the values, such as € or ms. Null if there is none. */
  unit: z.string().nullable(),
  better: z.enum(['more', 'less']),
  margin: MetricMargin.nullable(),
  /** The most that one unit can contribute. Null if there is no cap. */
  cap: z.number().nullable(),
  /** Time after a unit's exposure until its data is complete: the window plus the lag of late events. */
  maturesAfterMs: z.number(),
  /** When it was added, if that was after the start. Such a metric decides nothing. */
  addedAt: Instant.nullable(),
})
export type PlannedMetricView = z.infer<typeof PlannedMetricView>

const Point = z.strictObject({
  look: z.int(),
  at: Instant,
  difference: z.number().nullable(),
  interval: Interval.nullable(),
  lift: z.number().nullable(),
  liftInterval: Interval.nullable(),
  verdict: ExperimentHeadline.shape.verdict,
})

/**
 * `run` defaults to the latest. `at` defaults to now. `metric` selects the metric for `series` and `slices`; the
 * default is the primary metrics.
 */
export const ExperimentResultsInput = ExperimentReference.extend({
  run: RunNumber.optional(),
  metric: Key.optional(),
  /** Returns the results as of this instant. At the instant of a look, these are its recorded results. */
  at: Instant.optional(),
})
export type ExperimentResultsInput = z.infer<typeof ExperimentResultsInput>

export const ExperimentResults = z.strictObject({
  experiment: ScopeKey,
  run: RunNumber,
  at: Instant,
  plan: z.strictObject({
    hash: z.string(),
    mode: ExperimentMode,
    startedAt: Instant,
    endsAt: Instant,
    days: z.int(),
    alpha: z.number(),
    /** The number of units in two arms at which an open-ended test is most sensitive. */
    unitsPlanned: z.number(),
    arms: list(ExperimentArm),
    metrics: list(PlannedMetricView),
  }),
  looks: z.int(),
  lastLookAt: Instant.nullable(),
  /** Null if there are no further looks. */
  nextLookAt: Instant.nullable(),
  over: z.boolean(),
  /** Which warehouse query is overdue, in words. Nothing is decided until its data arrives. */
  late: z.string().nullable(),
  samples: ExperimentSamples,
  /** For units whose window has ended. Estimates change between looks, verdicts do not. */
  results: list(ExperimentResult),
  /** How many of all units have a complete window, and when the first units of a metric have one. */
  maturity: list(z.strictObject({ metric: Key, matured: z.int(), all: z.int(), firstAt: Instant.nullable() })),
  /** One point per look. */
  series: list(z.strictObject({ metric: Key, arm: Key, points: list(Point) })),
  /** The metrics of `series`, split into units reported by servers and by pages. Corrected for the two comparisons. */
  slices: list(z.strictObject({ slice: z.enum(['servers', 'pages']), results: list(ExperimentResult) })),
  /** The effect of the cap: the difference with and without it, and the number of capped units. */
  caps: list(
    z.strictObject({
      metric: Key,
      arm: Key,
      capped: z.int(),
      difference: z.number(),
      uncapped: z.number(),
    }),
  ),
  /**
   * Whether the arms were alike before exposure, for metrics that measure that period. `differs`: more than chance
   * explains.
   */
  before: list(
    z.strictObject({
      metric: Key,
      arm: Key,
      differs: z.boolean(),
      lift: z.number().nullable(),
      liftInterval: Interval.nullable(),
    }),
  ),
  guards: list(ExperimentGuardResult),
})
export type ExperimentResults = z.infer<typeof ExperimentResults>

/** Exposed units, in the order of the arms. */
export const ExperimentUserCounts = z.strictObject({
  run: RunNumber,
  arms: list(Key),
  total: list(z.int()),
  /** Days in UTC, oldest first. Counts first exposures only. */
  days: list(z.strictObject({ day: z.string(), units: list(z.int()) })),
  /** What reported the exposures. */
  via: list(z.strictObject({ via: z.enum(['server', 'client', 'request', 'otlp', 'source']), units: list(z.int()) })),
  /** Units that were exposed to two arms. They are excluded. */
  crossed: list(z.int()),
  /** Units with more activity in a day than humans have. They are excluded from sums. */
  robots: list(z.int()),
  samples: ExperimentSamples,
})
export type ExperimentUserCounts = z.infer<typeof ExperimentUserCounts>

export const PlanExperimentInput = InEnvironment.extend({ setup: ExperimentSetup })
export type PlanExperimentInput = z.input<typeof PlanExperimentInput>

/** What can be estimated before the start, from the events of the last 14 days. */
export const ExperimentForecast = z.strictObject({
  /** Whole days in UTC, oldest first. Counts units whose first event in this period arrived that day. */
  newUnits: list(z.strictObject({ day: z.string(), units: z.int() })),
  /** New units per day that would take part, averaged over the last 7 days. */
  aDay: z.number(),
  metrics: list(
    z.strictObject({
      metric: Key,
      name: z.string(),
      role: z.enum(['primary', 'secondary', 'guard', 'added']),
      kind: z.enum(['mean', 'proportion', 'ratio', 'quantile']),
      /** Units with a complete window in this period. */
      units: z.int(),
      mean: z.number().nullable(),
      /** Variance per unit. */
      variance: z.number().nullable(),
      /** The cap that the run would get. */
      cap: z.number().nullable(),
      /** Days, in whole weeks, until `effect` is detected with 80 % power. Null if it takes more than a year. */
      daysNeeded: z.int().nullable(),
      /** The smallest lift that is detected with 80 % power in this many days. */
      smallest: list(z.strictObject({ days: z.int(), lift: z.number() })),
      /** Why no forecast is possible; null if it is. */
      problem: z.string().nullable(),
    }),
  ),
})
export type ExperimentForecast = z.infer<typeof ExperimentForecast>
