import type { Arm } from './arm.ts'
import { between0And1, count, finite } from './given.ts'
import { normalTailQuantile } from './special/normal.ts'

/** The values stored around an arm's quantile contain it with probability 1 - α. */
export const quantileAlpha = 0.05

/** An arm's quantile and the values at its ranks. `values` counts the values: of units, or of events of `n` units. */
export type QuantileSums = {
  readonly n: number
  readonly values: number
  readonly quantile: number
  readonly lower: number
  readonly upper: number
}

/**
 * Returns an arm for a quantile from order statistics. The variance of the estimate comes from the distance between the
 * values at the ranks (Price & Bonett 2001), per unit, so that it can be compared like a mean.
 * @param alpha the level at which the ranks were chosen
 */
export const quantileArm = ({ n, values, quantile, lower, upper }: QuantileSums, alpha = 0.05, field = 'sums'): Arm => {
  count(n, `${field}.n`)
  const z = normalTailQuantile(between0And1(alpha, 'alpha') / 2)
  const half = (finite(upper, `${field}.upper`) - finite(lower, `${field}.lower`)) / (2 * z)
  const variance = (count(values, `${field}.values`) / n) * (n - 1) * half * half
  // Ties at the quantile do not mean that it has no variance.
  const least = n >= 100 ? 1e-5 : 0
  return { n, mean: finite(quantile, `${field}.quantile`), variance: Math.max(variance, least) }
}
