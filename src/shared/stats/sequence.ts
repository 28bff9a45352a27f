import { between0And1, positive } from './given.ts'
import { sumOf } from './moments.ts'

/*
 * Asymptotic confidence sequences: intervals that hold the truth at all looks together, however many there are
 * (Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas, arXiv 2103.06476, equations 9, 134, 155, 161). ρ is chosen so that the
 * interval is tightest at N* units in all, which a plan fixes.
 */

/** ρ² of the two-sided sequence with error α, tightest at `unitsPlanned`. */
const rhoSquared = (alpha: number, unitsPlanned: number): number => {
  const spent = -2 * Math.log(between0And1(alpha, 'alpha'))
  return (spent + Math.log1p(spent)) / positive(unitsPlanned, 'unitsPlanned')
}

/** nρ², the information so far in units of the planned. */
const progress = (units: number, alpha: number, unitsPlanned: number): number =>
  positive(units, 'units') * rhoSquared(alpha, unitsPlanned)

/** c such that estimate ± c·(standard error) holds the truth at every look in 1 - α of all runs; `units` of both arms. */
export const sequenceFactor = (units: number, alpha: number, unitsPlanned: number): number => {
  const x = progress(units, alpha, unitsPlanned)
  return Math.sqrt(((2 * (x + 1)) / x) * (Math.log1p(x) / 2 - Math.log(alpha)))
}

/** The always-valid p of z = estimate/(standard error): at most α at any look in at most α of all runs without a difference. */
export const sequenceP = (z: number, units: number, alpha: number, unitsPlanned: number): number => {
  const x = progress(units, alpha, unitsPlanned)
  return Math.min(1, Math.exp(Math.log1p(x) / 2 - (x * z * z) / (2 * (x + 1))))
}

/** c such that the truth is above estimate - c·(standard error) at every look in 1 - α of all runs. */
export const oneSidedFactor = (units: number, alpha: number, unitsPlanned: number): number => {
  const x = oneSidedProgress(units, alpha, unitsPlanned)
  return Math.sqrt(((2 * (x + 1)) / x) * Math.log1p(Math.sqrt(x + 1) / (2 * alpha)))
}

/** The always-valid p of "the effect is above 0" for z = estimate/(standard error); 1 where z ≤ 0. */
export const oneSidedP = (z: number, units: number, alpha: number, unitsPlanned: number): number => {
  if (!(z > 0)) return 1
  const x = oneSidedProgress(units, alpha, unitsPlanned)
  return Math.min(1, Math.sqrt(1 + x) / (2 * Math.expm1((z * z * x) / (2 * (x + 1)))))
}

/** A one-sided sequence has the ρ of the two-sided one with twice the error. */
const oneSidedProgress = (units: number, alpha: number, unitsPlanned: number): number => {
  if (!(alpha > 0 && alpha < 0.5)) throw new RangeError(`alpha must be between 0 and 0.5, not ${String(alpha)}`)
  return progress(units, 2 * alpha, unitsPlanned)
}

/** ρ of the two-sided sequence, for reports. */
export const sequenceRho = (alpha: number, unitsPlanned: number): number => Math.sqrt(rhoSquared(alpha, unitsPlanned))

export type MixtureTest = { readonly logEvidence: number; readonly p: number; readonly halfWidth: number }

/**
 * The mixture sequential probability ratio test with a normal prior N(0, τ²) on the effect (Johari, Koomen, Pekelis & Walsh
 * 2022); the same as the sequence above where τ² = ρ²·n·V.
 * @param variance of the estimate, V
 */
export const mixtureTest = (estimate: number, variance: number, priorVariance: number, alpha: number): MixtureTest => {
  const [v, t] = [positive(variance, 'variance'), positive(priorVariance, 'priorVariance')]
  const spread = Math.log1p(t / v)
  const logEvidence = sumOf([(estimate * estimate * t) / (2 * v * (v + t)), -spread / 2])
  const halfWidth = Math.sqrt(((v * (v + t)) / t) * (spread - 2 * Math.log(between0And1(alpha, 'alpha'))))
  return { logEvidence, p: Math.min(1, Math.exp(-logEvidence)), halfWidth }
}
