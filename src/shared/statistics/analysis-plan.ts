import type { Interval } from './effect.ts'
import type { Status } from './status.ts'

/** A metric as the plan of a run fixed it. */
export type PlannedMetric = {
  readonly key: string
  readonly kind: 'mean' | 'proportion' | 'ratio' | 'quantile'
  /** Of a quantile: which, between 0 and 1. */
  readonly at?: number
  /**
   * Primary metrics decide; secondary ones are shown; guards may only say that nothing got worse. What was added after the start is
   * shown without a verdict: whoever chose it may have known what it says.
   */
  readonly role: 'primary' | 'secondary' | 'guard' | 'added'
  readonly better: 'more' | 'less'
  /** How much still counts as no difference, and as no worse. */
  readonly margin: { readonly relative: number } | { readonly absolute: number } | null
  /** K where sums are of y - K; not together with a covariate. */
  readonly shift?: number
  /** Whether sums carry what units did before. */
  readonly covariate?: boolean
  /** After a cohort's last unit: the metric's window and how late events arrive. */
  readonly maturesAfterMs: number
}

/** What was decided before anything was seen. */
export type AnalysisPlan = {
  readonly mode: 'planned' | 'open-ended' | 'fixed'
  readonly startMs: number
  readonly days: number
  readonly alpha: number
  /** N*: units of two arms together at which an open-ended test is sharpest. */
  readonly unitsPlanned: number
  /** The first is the control. */
  readonly arms: readonly { readonly key: string; readonly weight: number }[]
  readonly metrics: readonly PlannedMetric[]
  /** Compares within cohorts and weighs these together. */
  readonly byCohort?: boolean
}

/** Units first exposed in one cohort, by arm. */
export type CohortPeople = { readonly cohort: number; readonly arm: string; readonly n: number }

/** One metric of one cohort in one arm: y the value (or numerator), x the same before, d the denominator. */
export type CohortSums = {
  readonly metric: string
  readonly cohort: number
  /** When the cohort's last unit could come. */
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
  /** Of a quantile, of all that came until this cohort was whole: quantiles of cohorts don’t add up. */
  readonly did?: number
  readonly quantile?: number
  readonly lower?: number
  readonly upper?: number
}

export type Cohorts = { readonly people: readonly CohortPeople[]; readonly sums: readonly CohortSums[] }

/** What a metric says in one arm against the control. */
export type Verdict =
  | 'wins'
  | 'loses'
  | 'no-difference'
  | 'no-worse'
  | 'not-decided'
  /** Samples are off, or units are where none should be: nothing may be read. */
  | 'samples-off'
  /** No cohort has had its whole window yet. */
  | 'too-early'

export type Result = {
  readonly metric: string
  readonly arm: string
  readonly role: PlannedMetric['role']
  readonly status: Status
  /** Units of both arms whose window is over. */
  readonly units: number
  readonly control: number | null
  readonly treatment: number | null
  readonly difference: number | null
  readonly standardError: number | null
  /** The critical value: a bound of a look, the factor of a sequence, a quantile. */
  readonly factor: number | null
  readonly interval: Interval | null
  readonly lift: number | null
  readonly liftInterval: Interval | null
  readonly liftStatus: Status
  /** Always-valid in an open-ended run, adjusted for its family; null elsewhere. */
  readonly p: number | null
  readonly verdict: Verdict
  /** The look that decided, where one has. */
  readonly decidedAt: number | null
  readonly problem: string | null
}

/** A look that was taken; kept as it is, never reckoned again. */
export type Look = {
  readonly number: number
  readonly atMs: number
  /** The part of the planned time that was over. */
  readonly time: number
  /** Evidence that the samples are off, ln. */
  readonly ratioEvidence: number
  readonly results: readonly Result[]
}

export type Analysis = {
  readonly atMs: number
  /** The look that is due now; null between looks, when estimates move and decisions do not. */
  readonly look: Look | null
  /** The planned time is over: there are no further looks. */
  readonly over: boolean
  readonly samples: {
    readonly status: Status
    readonly off: boolean
    readonly observed: readonly number[]
    /** Smallest over all looks: may be looked at always. */
    readonly p: number
    readonly chiSquareP: number | null
  }
  readonly results: readonly Result[]
}
