import type { Arm } from '../../../../src/shared/statistics/arm.ts'
import { between0And1, finite, positive } from '../../../../src/shared/statistics/given.ts'
import { type PowerPlan } from '../../../../src/shared/statistics/power.ts'
import { normalTail, normalTailQuantile } from '../../../../src/shared/statistics/special/normal.ts'
import { sequenceFactor } from './sequence.ts'
import { deltaLift } from './tests-of-effect.ts'

/** P(|Z + d/se| > c): the power of a test with critical value c to detect d. */
export const powerOf = (difference: number, standardError: number, factor: number): number => {
  const away = Math.abs(finite(difference, 'difference')) / positive(standardError, 'standardError')
  return normalTail(factor - away) + normalTail(factor + away)
}

/** The standard error with this many control units. */
const errorWith = (plan: PowerPlan, units: number): number =>
  Math.sqrt(plan.controlVariance / units + plan.treatmentVariance / (units * plan.ratio))

/** The power with this many control units in a fixed-horizon test. */
export const powerWith = (plan: PowerPlan, units: number): number =>
  powerOf(plan.difference, errorWith(plan, units), normalTailQuantile(plan.alpha / 2))

/**
 * Planned variances of a metric: a mean keeps its spread, a proportion has p(1 − p) in each arm.
 * @param relative the effect; 0.1 is 10 %
 */
export const powerPlan = (
  metric:
    | { readonly kind: 'mean'; readonly baseline: number; readonly sd: number }
    | { readonly kind: 'proportion'; readonly baseline: number },
  relative: number,
  { ratio, alpha }: { readonly ratio: number; readonly alpha: number },
): PowerPlan => {
  const difference = metric.baseline * relative
  if (metric.kind === 'mean')
    return { controlVariance: metric.sd ** 2, treatmentVariance: metric.sd ** 2, difference, ratio, alpha }
  const [c, t] = [between0And1(metric.baseline, 'baseline'), metric.baseline + difference]
  between0And1(t, 'baseline with the effect')
  return { controlVariance: c * (1 - c), treatmentVariance: t * (1 - t), difference, ratio, alpha }
}

/** A running experiment, with the relative effect to detect. `unitsPlanned` is set if it is open-ended. */
export type UnderWay = {
  readonly control: Arm
  readonly treatment: Arm
  readonly relative: number
  readonly alpha: number
  readonly unitsPlanned?: number
}

/** The run's power when it has `times` as many units, all else equal. */
export const powerAt = ({ control, treatment, relative, alpha, unitsPlanned }: UnderWay, times: number): number => {
  const { standardError } = deltaLift(control, treatment)
  const units = (control.n + treatment.n) * times
  const factor = unitsPlanned === undefined ? normalTailQuantile(alpha / 2) : sequenceFactor(units, alpha, unitsPlanned)
  return powerOf(relative, standardError / Math.sqrt(times), factor)
}

/**
 * How many more units are needed to detect the effect with this power, as a multiple of the current ones. 0 if the
 * power is already reached.
 * @returns Infinity if even 2^40 times as many do not suffice
 */
export const unitsStillNeeded = (run: UnderWay, power: number): number => {
  const enough = (more: number) => powerAt(run, 1 + more) >= power
  if (enough(0)) return 0
  let [low, high] = [0, 1]
  while (!enough(high)) {
    if (high > 2 ** 40) return Infinity
    ;[low, high] = [high, high * 2]
  }
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (enough(middle)) high = middle
    else low = middle
  }
  return high
}
