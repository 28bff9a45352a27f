import { type Arm, meanVariance } from './arm.ts'
import type { RatioInput } from './fieller.ts'

/** Units that came in under one split (or one day), in both arms. */
export type Stratum = { readonly control: Arm; readonly treatment: Arm }

/** The comparison within strata, weighed together; `units` is what a sequence is to count. */
export type Stratified = RatioInput & { readonly units: number }

/** nC·nT/(nC + nT): what a stratum is worth. */
const worth = ({ control, treatment }: Stratum): number => (control.n * treatment.n) / (control.n + treatment.n)

/**
 * d = Σw·d_f with w = h/Σh: a split that changed over time (1 %, then 50 %) confounds early units with the control unless
 * arms are compared within each stretch. Strata without units in both arms weigh nothing.
 * @returns undefined where no stratum has units in both arms
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
