import { between0And1, positive } from './given.ts'

/*
 * Asymptotic confidence sequences: intervals that contain the true value at all looks simultaneously, however many
 * there are (Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas, arXiv 2103.06476, equations 9, 134, 155, 161). ρ makes the
 * interval tightest at N* total units, which a plan fixes.
 */

/** ρ² of the two-sided sequence with error α, tightest at `unitsPlanned`. */
const rhoSquared = (alpha: number, unitsPlanned: number): number => {
  const spent = -2 * Math.log(between0And1(alpha, 'alpha'))
  return (spent + Math.log1p(spent)) / positive(unitsPlanned, 'unitsPlanned')
}

/** nρ²: the information so far, relative to the plan. */
const progress = (units: number, alpha: number, unitsPlanned: number): number =>
  positive(units, 'units') * rhoSquared(alpha, unitsPlanned)

/**
 * The factor at another level than the one that ρ is chosen for. |z| exceeds it exactly if `sequenceP` is below the
 * level.
 */
export const sequenceFactorAt = (units: number, level: number, alpha: number, unitsPlanned: number): number => {
  const x = progress(units, alpha, unitsPlanned)
  return Math.sqrt(((2 * (x + 1)) / x) * (Math.log1p(x) / 2 - Math.log(between0And1(level, 'level'))))
}

/**
 * The always-valid p of z = estimate/(standard error): in at most α of all runs without a difference, it is at most α
 * at any look.
 */
export const sequenceP = (z: number, units: number, alpha: number, unitsPlanned: number): number => {
  const x = progress(units, alpha, unitsPlanned)
  return Math.min(1, Math.exp(Math.log1p(x) / 2 - (x * z * z) / (2 * (x + 1))))
}

/** Returns c such that the true value is above estimate - c·(standard error) at every look, in 1 - α of all runs. */
export const oneSidedFactor = (units: number, alpha: number, unitsPlanned: number): number => {
  const x = oneSidedProgress(units, alpha, unitsPlanned)
  return Math.sqrt(((2 * (x + 1)) / x) * Math.log1p(Math.sqrt(x + 1) / (2 * alpha)))
}

/** The always-valid p of "the effect is above 0" for z = estimate/(standard error); 1 if z ≤ 0. */
export const oneSidedP = (z: number, units: number, alpha: number, unitsPlanned: number): number => {
  if (!(z > 0)) return 1
  const x = oneSidedProgress(units, alpha, unitsPlanned)
  return Math.min(1, Math.sqrt(1 + x) / (2 * Math.expm1((z * z * x) / (2 * (x + 1)))))
}

/** A one-sided sequence uses the ρ of the two-sided one with twice the error. */
const oneSidedProgress = (units: number, alpha: number, unitsPlanned: number): number => {
  if (!(alpha > 0 && alpha < 0.5)) throw new RangeError(`alpha must be between 0 and 0.5, not ${String(alpha)}`)
  return progress(units, 2 * alpha, unitsPlanned)
}
