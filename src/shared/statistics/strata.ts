import { type Arm, meanVariance } from './arm.ts'
import type { RatioInput } from './fieller.ts'

/** Units that were exposed under one split (or on one day), in both arms. */
export type Stratum = { readonly control: Arm; readonly treatment: Arm }

/** The weighted comparison within strata. `units` is the count for a sequence. */
export type Stratified = RatioInput & { readonly units: number }

/** nC·nT/(nC + nT): the weight of a stratum. */
const worth = ({ control, treatment }: Stratum): number => (control.n * treatment.n) / (control.n + treatment.n)

/**
 * d = Σw·d_f with w = h/Σh. If a split changes over time (1 %, then 50 %), early units are overrepresented in the
 * control unless arms are compared within each period. Strata without units in both arms have no weight.
 * @returns undefined if no stratum has units in both arms
 */
export const stratified = (strata: readonly Stratum[]): Stratified | undefined => {
  const used = strata.filter(({ control, treatment }) => control.n > 0 && treatment.n > 0)
  const total = used.reduce((sum, stratum) => sum + worth(stratum), 0)
  if (!(total > 0)) return undefined
  const weighed = used.map((stratum) => ({ ...stratum, weight: worth(stratum) / total }))
  const add = (of: (stratum: (typeof weighed)[number]) => number) => weighed.reduce((sum, one) => sum + of(one), 0)
  const baselineVariance = add(({ weight, control }) => weight * weight * meanVariance(control))
  return {
    difference: add(({ weight, control, treatment }) => weight * (treatment.mean - control.mean)),
    baseline: add(({ weight, control }) => weight * control.mean),
    differenceVariance: baselineVariance + add(({ weight, treatment }) => weight * weight * meanVariance(treatment)),
    baselineVariance,
    covariance: -baselineVariance,
    units: 4 * total,
  }
}
