import type { Arm } from './arm.ts'
import { type Moments, momentsOf, type Sums, varianceOf } from './moments.ts'

/** Sums of a ratio metric over the units of an arm: numerator, denominator, and Σ numerator·denominator. */
export type RatioSums = { readonly over: Sums; readonly under: Sums; readonly product: number }

/** Σ(y - ȳ)(x - x̄)/(n - 1) from Σyx. */
export const covarianceOf = (y: Moments, x: Moments, product: number): number =>
  y.n < 2 ? 0 : (product - y.n * y.mean * x.mean) / (y.n - 1)

/**
 * Returns the ratio of sums, with the variance of the delta method per unit: s² = (s²_M - 2r·s_MD + r²·s²_D)/m_D²
 * (Deng, Knoblich & Lu 2018, "Applying the delta method in metric analytics"). Units are those of the split, whatever
 * the denominator counts.
 * @returns undefined if the denominators add up to 0
 */
export const ratioArm = ({ over, under, product }: RatioSums, field = 'sums'): Arm | undefined => {
  const [m, d] = [momentsOf(over, 0, `${field}.over`), momentsOf(under, 0, `${field}.under`)]
  if (d.mean === 0) return undefined
  const mean = m.mean / d.mean
  const spread = varianceOf(m) - 2 * mean * covarianceOf(m, d, product) + mean * mean * varianceOf(d)
  return { n: m.n, mean, variance: Math.max(0, spread) / (d.mean * d.mean) }
}
