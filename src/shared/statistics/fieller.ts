import { type Arm, meanVariance } from './arm.ts'
import type { Interval } from './effect.ts'
import { finite, notNegative, positive } from './given.ts'

/** A difference and its baseline, with their variances and covariance. */
export type RatioInput = {
  readonly difference: number
  readonly baseline: number
  readonly differenceVariance: number
  readonly baselineVariance: number
  readonly covariance: number
}

/**
 * The relative difference. `unbounded` if the baseline cannot be distinguished from 0 at this error: any lift, or any
 * outside of a range, fits the data. Then only the absolute effect is shown.
 */
export type Lift =
  | { readonly type: 'bounded'; readonly lift: number; readonly interval: Interval; readonly g: number }
  | {
      readonly type: 'unbounded'
      readonly set: 'all' | 'exclusive'
      /** The only lifts that do not fit the data, if any. */
      readonly gap?: Interval
      readonly lift: number
      readonly g: number
    }
  | { readonly type: 'baseline_zero' }

/** Returns the input of Fieller's set for the difference of two arms. */
export const ratioInput = (control: Arm, treatment: Arm): RatioInput => ({
  difference: treatment.mean - control.mean,
  baseline: control.mean,
  differenceVariance: meanVariance(treatment) + meanVariance(control),
  baselineVariance: meanVariance(control),
  covariance: -meanVariance(control),
})

/**
 * Returns Fieller's set (1954): the lifts L with (N - L·D)² ≤ c²(vN - 2L·cND + L²·vD). It is bounded if D² > c²vD, and
 * excludes 0 exactly if |N| > c√vN, so it never contradicts the test of the difference with the same c. The ends use
 * the stable form of the quadratic formula, after division by D.
 * @param factor c: a quantile of t, a bound of a look, or the factor of a sequence
 * @returns lift over |baseline|, so that a larger value means more even if the baseline is negative
 */
export const fiellerLift = (input: RatioInput, factor: number): Lift => {
  const c = positive(factor, 'factor')
  const side = finite(input.baseline, 'baseline') < 0 ? -1 : 1
  const d = Math.abs(input.baseline)
  if (d === 0) return { type: 'baseline_zero' }
  const n = finite(input.difference, 'difference')
  const reach = c * Math.sqrt(notNegative(input.differenceVariance, 'differenceVariance'))
  const [lift, nReach] = [n / d, reach / d]
  const dReach = (c * Math.sqrt(notNegative(input.baselineVariance, 'baselineVariance'))) / d
  const shared = ((side * finite(input.covariance, 'covariance')) / d / d) * c * c
  const g = dReach * dReach
  // The product of the ends times a: its sign is exactly that of |N| - c√vN.
  const k = ((Math.abs(n) - reach) / d) * ((Math.abs(n) + reach) / d)
  const a = (1 - dReach) * (1 + dReach)
  const half = lift - shared
  const inside = lift * lift * g - 2 * lift * shared + nReach * nReach - (nReach * nReach * g - shared * shared)
  const root = Math.sqrt(Math.max(0, inside))
  const q = half < 0 ? half - root : half + root
  const ends = q === 0 ? [0, 0] : [q / a, k / q]
  const interval: Interval = [Math.min(...ends), Math.max(...ends)]
  if (!Number.isFinite(lift)) return { type: 'baseline_zero' }
  if (a > 0 && interval.every(Number.isFinite)) return { type: 'bounded', lift, interval, g }
  return inside > 0 && a < 0 && interval.every(Number.isFinite)
    ? { type: 'unbounded', set: 'exclusive', gap: interval, lift, g }
    : { type: 'unbounded', set: 'all', lift, g }
}
