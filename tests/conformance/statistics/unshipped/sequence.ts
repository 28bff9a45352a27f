import { between0And1, positive } from '../../../../src/shared/statistics/given.ts'
import { sumOf } from '../../../../src/shared/statistics/moments.ts'
import { sequenceFactorAt } from '../../../../src/shared/statistics/sequence.ts'

/** ρ² of the two-sided confidence sequence with error α, tightest at `unitsPlanned`. */
const rhoSquared = (alpha: number, unitsPlanned: number): number => {
  const spent = -2 * Math.log(between0And1(alpha, 'alpha'))
  return (spent + Math.log1p(spent)) / positive(unitsPlanned, 'unitsPlanned')
}

/** ρ of the two-sided confidence sequence, for reports. */
export const sequenceRho = (alpha: number, unitsPlanned: number): number => Math.sqrt(rhoSquared(alpha, unitsPlanned))

export type MixtureTest = { readonly logEvidence: number; readonly p: number; readonly halfWidth: number }

/**
 * The mixture sequential probability ratio test with a normal prior N(0, τ²) on the effect (Johari, Koomen, Pekelis &
 * Walsh 2022). Equals the sequence above if τ² = ρ²·n·V.
 * @param variance of the estimate, V
 */
export const mixtureTest = (estimate: number, variance: number, priorVariance: number, alpha: number): MixtureTest => {
  const [v, t] = [positive(variance, 'variance'), positive(priorVariance, 'priorVariance')]
  const spread = Math.log1p(t / v)
  const logEvidence = sumOf([(estimate * estimate * t) / (2 * v * (v + t)), -spread / 2])
  const halfWidth = Math.sqrt(((v * (v + t)) / t) * (spread - 2 * Math.log(between0And1(alpha, 'alpha'))))
  return { logEvidence, p: Math.min(1, Math.exp(-logEvidence)), halfWidth }
}

/**
 * c such that estimate ± c·(standard error) covers the truth at every look in 1 − α of all runs. `units` is the number
 * of units in both arms.
 */
export const sequenceFactor = (units: number, alpha: number, unitsPlanned: number): number =>
  sequenceFactorAt(units, alpha, alpha, unitsPlanned)
