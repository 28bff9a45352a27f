import type { Interval } from './effect.ts'
import type { Status } from './status.ts'

/** A metric as fixed in the plan of a run. */
export type PlannedMetric = {
  readonly key: string
  readonly kind: 'mean' | 'proportion' | 'ratio' | 'quantile'
  /** The quantile to compare, between 0 and 1. Only for `kind: 'quantile'`. */
  readonly at?: number
  /**
   * Primary metrics decide; secondary ones are only shown; guards can only show harm or its absence. Metrics added
   * after the start have no verdict, because whoever added them may have known the results.
   */
  readonly role: 'primary' | 'secondary' | 'guard' | 'added'
  readonly better: 'more' | 'less'
  /** The difference that still counts as no difference, or as no harm. */
  readonly margin: { readonly relative: number } | { readonly absolute: number } | null
  /** K, if the sums are of y - K. Not allowed with a covariate. */
  readonly shift?: number
  /** Whether the sums include the units' values from before the experiment. */
  readonly covariate?: boolean
  /** Time after a cohort's last unit until the cohort is complete: the metric's window plus the delay of events. */
  readonly maturesAfterMs: number
}

/** The plan of a run, fixed before any data is seen. */
export type AnalysisPlan = {
  readonly mode: 'planned' | 'open-ended' | 'fixed'
  readonly startMs: number
  readonly days: number
  readonly alpha: number
  /** N*: the units of two arms together at which an open-ended test is most precise. */
  readonly unitsPlanned: number
  /** The first arm is the control. */
  readonly arms: readonly { readonly key: string; readonly weight: number }[]
  readonly metrics: readonly PlannedMetric[]
  /** Compares within cohorts and combines the comparisons with weights. */
  readonly byCohort?: boolean
}

/** Units first exposed in one cohort, by arm. */
export type CohortPeople = { readonly cohort: number; readonly arm: string; readonly n: number }

/**
 * Sums of one metric for one cohort and arm: y is the value (or numerator), x the value before the experiment, d the
 * denominator.
 */
export type CohortSums = {
  readonly metric: string
  readonly cohort: number
  /** When the last unit of the cohort could have been exposed, in epoch ms. */
  readonly endMs: number
  readonly arm: string
  readonly n: number
  readonly y: number
  readonly yy: number
  readonly x?: number
  readonly xx?: number
  readonly xy?: number
  readonly d?: number
  readonly dd?: number
  readonly yd?: number
  /**
   * For a quantile: over all units up to the completion of this cohort, because quantiles of cohorts cannot be added.
   */
  readonly did?: number
  readonly quantile?: number
  readonly lower?: number
  readonly upper?: number
}

export type Cohorts = { readonly people: readonly CohortPeople[]; readonly sums: readonly CohortSums[] }

/** The conclusion about a metric in one arm, compared with the control. */
export type Verdict =
  | 'wins'
  | 'loses'
  | 'no-difference'
  | 'no-worse'
  | 'not-decided'
  /** The sample ratio is off, or an unplanned arm has units: no conclusion is possible. */
  | 'samples-off'
  /** No cohort has completed its window yet. */
  | 'too-early'

export type Result = {
  readonly metric: string
  readonly arm: string
  readonly role: PlannedMetric['role']
  readonly status: Status
  /** Units of both arms whose window has passed. */
  readonly units: number
  readonly control: number | null
  readonly treatment: number | null
  readonly difference: number | null
  readonly standardError: number | null
  /** The critical value: a bound of a look, the factor of a confidence sequence, or a quantile. */
  readonly factor: number | null
  readonly interval: Interval | null
  readonly lift: number | null
  readonly liftInterval: Interval | null
  readonly liftStatus: Status
  /** In an open-ended run: always valid, adjusted for its family. Null otherwise. */
  readonly p: number | null
  readonly verdict: Verdict
  /** The number of the look that decided, if any. */
  readonly decidedAt: number | null
  readonly problem: string | null
}

/** A look that was taken. It is stored and never recomputed. */
export type Look = {
  readonly number: number
  readonly atMs: number
  /** The fraction of the planned time that had passed. */
  readonly time: number
  /** ln of the evidence for a sample ratio mismatch. */
  readonly ratioEvidence: number
  readonly results: readonly Result[]
}

export type Analysis = {
  readonly atMs: number
  /** The look that is due now. Null between looks, when estimates change but decisions do not. */
  readonly look: Look | null
  /** The planned time is over: there are no further looks. */
  readonly over: boolean
  readonly samples: {
    readonly status: Status
    readonly off: boolean
    readonly observed: readonly number[]
    /** The minimum over all looks: valid at any time. */
    readonly p: number
    readonly chiSquareP: number | null
  }
  readonly results: readonly Result[]
}
