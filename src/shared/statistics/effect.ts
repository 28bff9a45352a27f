import { type Arm, meanVariance } from './arm.ts'

/** Ends of an interval; an end may be infinite where a test has one side. */
export type Interval = readonly [from: number, to: number]

/** An estimate with its standard error; `dof` of Student's t where that is used. */
export type Effect = { readonly estimate: number; readonly standardError: number; readonly dof: number }

/** Welch's degrees of freedom for two variances of means; between the smaller n - 1 and n₁ + n₂ - 2 (Welch 1947). */
export const welchDof = (control: Arm, treatment: Arm): number => {
  const [c, t] = [meanVariance(control), meanVariance(treatment)]
  const part = c / (c + t)
  const other = t / (c + t)
  return 1 / ((part > 0 ? (part * part) / (control.n - 1) : 0) + (other > 0 ? (other * other) / (treatment.n - 1) : 0))
}
