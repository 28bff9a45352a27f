import type { Arm } from './arm.ts'
import { between0And1, count, finite } from './given.ts'
import { normalTailQuantile } from './special/normal.ts'

/** The values around a quantile that are kept of each arm hold it with 1 - this. */
export const quantileAlpha = 0.05

/** An arm's quantile and the values at its ranks; `values` is how many values those are of (units, or events of `n` units). */
export type QuantileSums = {
  readonly n: number
  readonly values: number
  readonly quantile: number
  readonly lower: number
  readonly upper: number
}

/**
 * An arm of a quantile by order statistics: the variance of the estimate from the width between the ranks' values
 * (Price & Bonett 2001), by unit, so that it compares as a mean does.
 * @param alpha that the ranks were taken at
 */
export const quantileArm = ({ n, values, quantile, lower, upper }: QuantileSums, alpha = 0.05, field = 'sums'): Arm => {
  count(n, `${field}.n`)
  const z = normalTailQuantile(between0And1(alpha, 'alpha') / 2)
  const half = (finite(upper, `${field}.upper`) - finite(lower, `${field}.lower`)) / (2 * z)
  const variance = (count(values, `${field}.values`) / n) * (n - 1) * half * half
  // ties at the quantile say nothing of its spread, not that it has none
  const least = n >= 100 ? 1e-5 : 0
  return { n, mean: finite(quantile, `${field}.quantile`), variance: Math.max(variance, least) }
}
