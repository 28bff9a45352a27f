import { type Arm, meanVariance } from '../../../../src/shared/statistics/arm.ts'
import { type Effect, type Interval, welchDof } from '../../../../src/shared/statistics/effect.ts'
import { between0And1, count, finite, notNegative } from '../../../../src/shared/statistics/given.ts'
import { studentTail, studentTailQuantile } from '../../../../src/shared/statistics/special/student.ts'

export type Tested = { readonly p: number; readonly interval: Interval }

/** The two-sided t-test of no effect, and its 1 − α interval. */
export const testTwoSided = (
  { estimate, standardError, dof }: Effect,
  alpha: number,
): Tested & { readonly t: number } => {
  const t = estimate / standardError
  const reach = studentTailQuantile(between0And1(alpha, 'alpha') / 2, dof) * standardError
  return { t, p: 2 * studentTail(Math.abs(t), dof), interval: [estimate - reach, estimate + reach] }
}

/** The one-sided test of "treatment is greater" (or "less"), with an interval that is open on that side. */
export const testOneSided = (
  { estimate, standardError, dof }: Effect,
  alpha: number,
  alternative: 'greater' | 'less',
): Tested => {
  const t = estimate / standardError
  const reach = studentTailQuantile(between0And1(alpha, 'alpha'), dof) * standardError
  return alternative === 'greater'
    ? { p: studentTail(t, dof), interval: [estimate - reach, Infinity] }
    : { p: studentTail(-t, dof), interval: [-Infinity, estimate + reach] }
}

/**
 * The relative difference by the delta method: (mT − mC)/|mC| with variance vT/mC² + vC mT²/mC⁴. For the Bayesian
 * posterior and for comparison with other tools. Results shown to users use Fieller's method (`fieller.ts`), which
 * agrees with the test.
 */
export const deltaLift = (control: Arm, treatment: Arm): Effect => {
  const scale = Math.abs(control.mean)
  const [c, t] = [meanVariance(control), meanVariance(treatment)]
  const tilt = treatment.mean / scale
  return {
    estimate: (treatment.mean - control.mean) / scale,
    standardError: Math.sqrt(t + c * tilt * tilt) / scale,
    dof: welchDof(control, treatment),
  }
}

/**
 * Treatment minus control, in the metric's unit. Needs two units in each arm and a nonzero variance in one; `compare`
 * reports other cases.
 */
export const differenceOf = (control: Arm, treatment: Arm): Effect => {
  const [c, t] = [checkedArm(control, 'control'), checkedArm(treatment, 'treatment')]
  return {
    estimate: t.mean - c.mean,
    standardError: Math.sqrt(meanVariance(c) + meanVariance(t)),
    dof: welchDof(c, t),
  }
}
/** Validates an arm from outside. */
const checkedArm = ({ n, mean, variance }: Arm, field: string): Arm => ({
  n: count(n, `${field}.n`),
  mean: finite(mean, `${field}.mean`),
  variance: notNegative(variance, `${field}.variance`),
})
