import { type PairedArm } from '../../../../src/shared/statistics/cuped.ts'
import { momentsOf } from '../../../../src/shared/statistics/moments.ts'
import { covarianceOf, type RatioSums, ratioArm } from '../../../../src/shared/statistics/ratio.ts'

/** Sums of a ratio metric with its pre-exposure ratio: all products of a unit's four sums. */
export type PairedRatioSums = {
  readonly after: RatioSums
  readonly before: RatioSums
  readonly overOver: number
  readonly underUnder: number
  /** Σ numerator after · denominator before. */
  readonly overUnder: number
  /** Σ denominator after · numerator before. */
  readonly underOver: number
}

/** One arm of a ratio, linearized by unit: (M − rD)/m_D after and before. Undefined if a denominator is 0. */
export const pairedRatioArm = (sums: PairedRatioSums, field = 'sums'): PairedArm | undefined => {
  const [after, before] = [ratioArm(sums.after, `${field}.after`), ratioArm(sums.before, `${field}.before`)]
  if (!after || !before) return undefined
  const [m, d] = [momentsOf(sums.after.over), momentsOf(sums.after.under)]
  const [mb, db] = [momentsOf(sums.before.over), momentsOf(sums.before.under)]
  const crossed =
    covarianceOf(m, mb, sums.overOver) -
    before.mean * covarianceOf(m, db, sums.overUnder) -
    after.mean * covarianceOf(d, mb, sums.underOver) +
    after.mean * before.mean * covarianceOf(d, db, sums.underUnder)
  return {
    n: after.n,
    after: after.mean,
    before: before.mean,
    afterVariance: after.variance,
    beforeVariance: before.variance,
    covariance: crossed / (d.mean * db.mean),
  }
}

/** θ of a ratio: the sum of both arms' covariances over the sum of their variances. */
export const ratioTheta = (control: PairedArm, treatment: PairedArm): number => {
  const variance = control.beforeVariance + treatment.beforeVariance
  return variance > 0 ? (control.covariance + treatment.covariance) / variance : 0
}
