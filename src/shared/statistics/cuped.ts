import type { Arm } from './arm.ts'
import { type Effect, welchDof } from './effect.ts'
import type { RatioInput } from './fieller.ts'
import { type Moments, mergeMoments, momentsOf, type Sums, varianceOf } from './moments.ts'
import { covarianceOf } from './ratio.ts'

/** Sums of an arm with the values of the same units before the experiment: Σy, Σx and Σyx. */
export type PairedSums = { readonly after: Sums; readonly before: Sums; readonly product: number }

/** Means, variances and covariance of one unit's values after and before. */
export type PairedArm = {
  readonly n: number
  readonly after: number
  readonly before: number
  readonly afterVariance: number
  readonly beforeVariance: number
  readonly covariance: number
}

/** A comparison with reduced variance (CUPED): m' = m_Y - θ m_X (Deng, Xu, Kohavi & Walker 2013). */
export type Adjusted = {
  readonly theta: number
  readonly control: Arm
  readonly treatment: Arm
  readonly lift: RatioInput
  readonly delta: Effect
}

/** A proportion has the variance p(1 - p); for a mean, the divisor is n - 1. */
export type Kind = 'mean' | 'proportion'

const momentsPair = ({ after, before }: PairedSums, field: string): readonly [Moments, Moments] => [
  momentsOf(after, 0, `${field}.after`),
  momentsOf(before, 0, `${field}.before`),
]

const spread = (kind: Kind, moments: Moments): number =>
  kind === 'proportion' ? moments.mean * (1 - moments.mean) : varianceOf(moments)

/** Returns one arm of a metric by unit. The sums must have no shift, because the product has none. */
export const pairedArm = (kind: Kind, sums: PairedSums, field = 'sums'): PairedArm => {
  const [y, x] = momentsPair(sums, field)
  const [afterVariance, beforeVariance] = [spread(kind, y), spread(kind, x)]
  // Rescales a covariance with divisor n - 1 to match p(1 - p), whose divisor is n.
  const scale = kind === 'proportion' && y.n > 1 ? (y.n - 1) / y.n : 1
  const covariance = covarianceOf(y, x, sums.product) * scale
  return { n: y.n, after: y.mean, before: x.mean, afterVariance, beforeVariance, covariance }
}

/** Returns θ = Cov(Y, X)/Var(X) over the units of both arms; 0 if all values before are equal. */
export const pooledTheta = (control: PairedSums, treatment: PairedSums): number => {
  const [cy, cx] = momentsPair(control, 'control')
  const [ty, tx] = momentsPair(treatment, 'treatment')
  const [y, x] = [mergeMoments(cy, ty), mergeMoments(cx, tx)]
  const variance = varianceOf(x)
  return variance > 0 ? covarianceOf(y, x, control.product + treatment.product) / variance : 0
}

const adjustedArm = (arm: PairedArm, theta: number): Arm => ({
  n: arm.n,
  mean: arm.after - theta * arm.before,
  variance: Math.max(0, arm.afterVariance + theta * theta * arm.beforeVariance - 2 * theta * arm.covariance),
})

/**
 * Returns the comparison adjusted with θ. The lift is relative to the control's unadjusted mean.
 * @param fromLift how the delta method weighs the baseline: other tools use the unadjusted ratio of the arms for means,
 * and 1 + lift for ratios; the displayed lift is Fieller's, which does not depend on it
 */
export const adjusted = (control: PairedArm, treatment: PairedArm, theta: number, fromLift = false): Adjusted => {
  const [c, t] = [adjustedArm(control, theta), adjustedArm(treatment, theta)]
  const base = control.after
  const tilt = fromLift ? 1 + (t.mean - c.mean) / base : treatment.after / base
  const tilted =
    tilt * tilt * control.afterVariance + theta * theta * control.beforeVariance - 2 * theta * tilt * control.covariance
  return {
    theta,
    control: c,
    treatment: t,
    lift: {
      difference: t.mean - c.mean,
      baseline: base,
      differenceVariance: c.variance / c.n + t.variance / t.n,
      baselineVariance: control.afterVariance / control.n,
      covariance: -(control.afterVariance - theta * control.covariance) / control.n,
    },
    delta: {
      estimate: (t.mean - c.mean) / Math.abs(base),
      standardError: Math.sqrt(t.variance / t.n + tilted / c.n) / Math.abs(base),
      dof: welchDof(c, t),
    },
  }
}
