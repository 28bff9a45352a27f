import { type Arm, meanVariance } from './arm.ts'

/** The ends of an interval. An end of a one-sided test is infinite. */
export type Interval = readonly [from: number, to: number]

/** An estimate with its standard error, and `dof` of Student's t if it applies. */
export type Effect = { readonly estimate: number; readonly standardError: number; readonly dof: number }

/**
 * Returns Welch's degrees of freedom for two variances of means, between the smaller n - 1 and n₁ + n₂ - 2 (Welch
 * 1947).
 */
export const welchDof = (control: Arm, treatment: Arm): number => {
  const [c, t] = [meanVariance(control), meanVariance(treatment)]
  const part = c / (c + t)
  const other = t / (c + t)
  return 1 / ((part > 0 ? (part * part) / (control.n - 1) : 0) + (other > 0 ? (other * other) / (treatment.n - 1) : 0))
}
