import { type Arm, meanArm, proportionArm } from '../../../../src/shared/statistics/arm.ts'
import { type Interval } from '../../../../src/shared/statistics/effect.ts'
import { fiellerLift, type Lift, ratioInput } from '../../../../src/shared/statistics/fieller.ts'
import type { Sums } from '../../../../src/shared/statistics/moments.ts'
import { type RatioSums, ratioArm } from '../../../../src/shared/statistics/ratio.ts'
import { studentTailQuantile } from '../../../../src/shared/statistics/special/student.ts'
import type { Status } from '../../../../src/shared/statistics/status.ts'
import { fisherP } from './fisher.ts'
import { newcombe, smallCounts } from './proportions.ts'
import { differenceOf, testTwoSided } from './tests-of-effect.ts'

/** Two arms of one metric, as sums over their units. */
export type Measured =
  | { readonly kind: 'mean'; readonly control: Sums; readonly treatment: Sums; readonly shift?: number }
  | { readonly kind: 'proportion'; readonly control: Successful; readonly treatment: Successful }
  | { readonly kind: 'ratio'; readonly control: RatioSums; readonly treatment: RatioSums }
type Successful = { readonly n: number; readonly sum: number }

/**
 * The result of a fixed-horizon comparison, absolute and relative. Null means undefined, with the reason in `status`.
 */
export type Comparison = {
  readonly status: Status
  readonly method: 'welch' | 'newcombe+fisher' | null
  readonly difference: number | null
  readonly standardError: number | null
  readonly dof: number | null
  readonly p: number | null
  readonly interval: Interval | null
  readonly lift: number | null
  readonly liftInterval: Interval | null
  readonly liftStatus: Status
  /** The invalid input field, if the status is `invalid_input`. */
  readonly problem: string | null
}

const nothing = (status: Status, problem: string | null = null): Comparison => ({
  status,
  method: null,
  difference: null,
  standardError: null,
  dof: null,
  p: null,
  interval: null,
  lift: null,
  liftInterval: null,
  liftStatus: status,
  problem,
})

const liftOf = (lift: Lift): Pick<Comparison, 'lift' | 'liftInterval' | 'liftStatus'> =>
  lift.type === 'bounded'
    ? { lift: lift.lift, liftInterval: lift.interval, liftStatus: 'ok' }
    : {
        lift: null,
        liftInterval: null,
        liftStatus: lift.type === 'baseline_zero' ? 'baseline_zero' : 'baseline_not_distinguishable_from_zero',
      }

/** Means and ratios by Welch's t-test and Fieller's set, with the same critical value. */
const compareArms = (control: Arm, treatment: Arm, alpha: number): Comparison => {
  const difference = treatment.mean - control.mean
  if (control.n < 2 || treatment.n < 2) return { ...nothing('too_few_units'), difference }
  if (control.variance === 0 && treatment.variance === 0) return { ...nothing('zero_variance'), difference }
  const effect = differenceOf(control, treatment)
  const { p, interval } = testTwoSided(effect, alpha)
  // A spread that vanishes in rounding counts as zero.
  if (!(interval[1] > interval[0])) return { ...nothing('zero_variance'), difference }
  const factor = studentTailQuantile(alpha / 2, effect.dof)
  return {
    status: 'ok',
    method: 'welch',
    difference,
    standardError: effect.standardError,
    dof: effect.dof,
    p,
    interval,
    ...liftOf(fiellerLift(ratioInput(control, treatment), factor)),
    problem: null,
  }
}

const compareProportions = (control: Successful, treatment: Successful, alpha: number): Comparison => {
  const [c, t] = [proportionArm(control, 'control'), proportionArm(treatment, 'treatment')]
  const [cx, tx] = [
    { n: control.n, x: control.sum },
    { n: treatment.n, x: treatment.sum },
  ]
  if (!smallCounts(cx, tx)) return compareArms(c, t, alpha)
  return {
    ...nothing('small_counts'),
    method: 'newcombe+fisher',
    difference: t.mean - c.mean,
    interval: newcombe(cx, tx, alpha),
    p: fisherP(cx, tx),
  }
}

const unitsOf = (arm: Sums | Successful | RatioSums): number => ('over' in arm ? arm.over.n : arm.n)

const compareMeasured = (measured: Measured, alpha: number): Comparison => {
  const empty = unitsOf(measured.control) === 0 || unitsOf(measured.treatment) === 0
  if (measured.kind === 'ratio') {
    const [control, treatment] = [ratioArm(measured.control, 'control'), ratioArm(measured.treatment, 'treatment')]
    if (empty) return nothing('no_data')
    return control && treatment ? compareArms(control, treatment, alpha) : nothing('denominator_zero')
  }
  if (measured.kind === 'proportion') {
    const found = empty ? nothing('no_data') : compareProportions(measured.control, measured.treatment, alpha)
    return found
  }
  const [control, treatment] = [
    meanArm(measured.control, measured.shift, 'control'),
    meanArm(measured.treatment, measured.shift, 'treatment'),
  ]
  return empty ? nothing('no_data') : compareArms(control, treatment, alpha)
}

/**
 * Compares two arms once, with error α. Never throws: impossible numbers result in `invalid_input` with a sentence that
 * names the field, everything else in one of the other statuses.
 */
export const compare = (measured: Measured, alpha: number): Comparison => {
  try {
    return compareMeasured(measured, alpha)
  } catch (error) {
    if (error instanceof RangeError) return nothing('invalid_input', error.message)
    throw error
  }
}
