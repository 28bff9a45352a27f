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

/** An interval, its lower end first. */
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

/** What one metric says of one arm against the control. Differences are in the metric's own unit, lifts relative to the control. */
export const ExperimentResult = z.strictObject({
  metric: Key,
  arm: Key,
  role: z.enum(['primary', 'secondary', 'guard', 'added']),
  status: ResultStatus,
  /** Units of both arms whose window is over. */
  units: z.int(),
  control: z.number().nullable(),
  treatment: z.number().nullable(),
  difference: z.number().nullable(),
  standardError: z.number().nullable(),
  /** By how many standard errors the interval reaches to each side. */
  factor: z.number().nullable(),
  interval: Interval.nullable(),
  lift: z.number().nullable(),
  liftInterval: Interval.nullable(),
  liftStatus: ResultStatus,
  p: z.number().nullable(),
  verdict: ExperimentHeadline.shape.verdict,
  /** The look that decided, where one has. */
  decidedAt: z.int().nullable(),
  problem: z.string().nullable(),
})
export type ExperimentResult = z.infer<typeof ExperimentResult>

/** Units by arm against the weights. `off`: nothing may be read before it is known why. */
export const ExperimentSamples = z.strictObject({
  status: ResultStatus,
  off: z.boolean(),
  /** In the order of the arms. */
  observed: list(z.int()),
  /** Of a test that may be looked at always, over all looks. */
  p: z.number(),
  chiSquareP: z.number().nullable(),
})
export type ExperimentSamples = z.infer<typeof ExperimentSamples>

/** What a guard said of one arm when it was looked at last. */
export const ExperimentGuardSeen = z.strictObject({
  metric: Key,
  arm: Key,
  name: z.string(),
  state: GuardState,
  text: z.string(),
  /** Whether what is against would be so without what pages said. */
  trusted: z.boolean(),
  then: z.enum(['stop', 'tell']),
  evidence: z.number().nullable(),
  limit: z.number().nullable(),
})
export type ExperimentGuardSeen = z.infer<typeof ExperimentGuardSeen>

/** A metric as a run fixed it. */
export const PlannedMetricView = z.strictObject({
  key: Key,
  version: z.int(),
  name: z.string(),
  role: z.enum(['primary', 'secondary', 'guard', 'added']),
  kind: z.enum(['mean', 'proportion', 'ratio', 'quantile']),
  /** What of a unit is measured: `proportion`, `count`, `sum`, `ratio`, `retention`, `time`, `quantile`. */
  measure: z.string(),
  /** Of a sum or a quantile: the unit of its values, such as € or ms; null where there is none. */
  unit: z.string().nullable(),
  better: z.enum(['more', 'less']),
  margin: MetricMargin.nullable(),
  /** The most that one unit counts; null where there is no cap. */
  cap: z.number().nullable(),
  /** After a unit came: its window and how late events arrive. */
  maturesAfterMs: z.number(),
  /** When it was added, where that was after the start: it decides nothing. */
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

/** `run` where it is not the last; `at` where it is not now; `metric` says whose estimates are told over time and by who told of units, where it is not the primary ones. */
export const ExperimentResultsInput = ExperimentReference.extend({
  run: RunNumber.optional(),
  metric: Key.optional(),
  /** As they stood then: at the instant of a look as it said. */
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
    /** Units of two arms at which an open-ended test is sharpest. */
    unitsPlanned: z.number(),
    arms: list(ExperimentArm),
    metrics: list(PlannedMetricView),
  }),
  /** How many looks were taken. */
  looks: z.int(),
  lastLookAt: Instant.nullable(),
  /** Null once there are no further ones. */
  nextLookAt: Instant.nullable(),
  over: z.boolean(),
  /** Which fact is later than it may be, in words: until it is there again nothing is decided. */
  late: z.string().nullable(),
  samples: ExperimentSamples,
  /** Of units whose window is over; between looks estimates move, and verdicts do not. */
  results: list(ExperimentResult),
  /** How many units have had their window, of all that came; when the first of a metric have. */
  maturity: list(z.strictObject({ metric: Key, matured: z.int(), all: z.int(), firstAt: Instant.nullable() })),
  /** Look by look. */
  series: list(z.strictObject({ metric: Key, arm: Key, points: list(Point) })),
  /** What `series` are of, of units that servers told of, and of those that pages told of; alone, and corrected for being two. */
  slices: list(z.strictObject({ slice: z.enum(['servers', 'pages']), results: list(ExperimentResult) })),
  /** What the cap does: the difference with and without it, and how many units it was for. */
  caps: list(
    z.strictObject({
      metric: Key,
      arm: Key,
      capped: z.int(),
      difference: z.number(),
      uncapped: z.number(),
    }),
  ),
  /** Whether users were alike before they came, of metrics that look at that time; `differs` is beyond chance. */
  before: list(
    z.strictObject({
      metric: Key,
      arm: Key,
      differs: z.boolean(),
      lift: z.number().nullable(),
      liftInterval: Interval.nullable(),
    }),
  ),
  guards: list(ExperimentGuardSeen),
})
export type ExperimentResults = z.infer<typeof ExperimentResults>

/** Who came: numbers of units in the order of the arms. */
export const ExperimentPeople = z.strictObject({
  run: RunNumber,
  arms: list(Key),
  total: list(z.int()),
  /** Days in UTC, the first first; first exposures alone. */
  days: list(z.strictObject({ day: z.string(), units: list(z.int()) })),
  /** Who told of them. */
  via: list(z.strictObject({ via: z.enum(['server', 'client', 'request', 'otlp', 'source']), units: list(z.int()) })),
  /** Units that were in two arms, which are left out. */
  crossed: list(z.int()),
  /** Units that did more in a day than people do, which are left out of sums. */
  robots: list(z.int()),
  samples: ExperimentSamples,
})
export type ExperimentPeople = z.infer<typeof ExperimentPeople>

/** What of a setup it is planned by. */
export const PlanExperimentInput = InEnvironment.extend({ setup: ExperimentSetup })
export type PlanExperimentInput = z.input<typeof PlanExperimentInput>

/** What can be said before anything is measured, from what arrived in the last 14 days. */
export const ExperimentForecast = z.strictObject({
  /** Whole days in UTC, the oldest first: units of which an event arrived for the first time in these days. */
  newUnits: list(z.strictObject({ day: z.string(), units: z.int() })),
  /** New units a day that would take part, in the mean of the last 7 days. */
  aDay: z.number(),
  metrics: list(
    z.strictObject({
      metric: Key,
      name: z.string(),
      role: z.enum(['primary', 'secondary', 'guard', 'added']),
      kind: z.enum(['mean', 'proportion', 'ratio', 'quantile']),
      /** Units that had a whole window in these days. */
      units: z.int(),
      mean: z.number().nullable(),
      /** Of one unit. */
      variance: z.number().nullable(),
      /** What the cap would be. */
      cap: z.number().nullable(),
      /** Whole weeks, in days, until `effect` is found in 80 of 100 experiments; null where it is not within a year. */
      daysNeeded: z.int().nullable(),
      /** The smallest lift that is found in 80 of 100 experiments of so many days. */
      smallest: list(z.strictObject({ days: z.int(), lift: z.number() })),
      /** Why there is no telling; null where there is. */
      problem: z.string().nullable(),
    }),
  ),
})
export type ExperimentForecast = z.infer<typeof ExperimentForecast>
