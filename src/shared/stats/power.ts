import { type Arm, meanVariance } from './arm.ts'
import { deltaLift, differenceOf } from './effect.ts'
import { between0And1, finite, positive } from './given.ts'
import { sequenceFactor } from './sequence.ts'
import { normalTail, normalTailQuantile } from './special/normal.ts'

/** What a test is to find: variances of one unit in both arms, an absolute difference, units of treatment for one of control. */
export type PowerPlan = {
  readonly controlVariance: number
  readonly treatmentVariance: number
  readonly difference: number
  readonly ratio: number
  readonly alpha: number
}

/** How many more units a plan takes that is looked at: daily by a plan of looks, or at any time. */
export const unitsFactor = { fixed: 1, planned: 1.046, 'open-ended': 1.72 } as const

/** P(|Z + d/se| > c): that a test with the critical value c finds d. */
export const powerOf = (difference: number, standardError: number, factor: number): number => {
  const away = Math.abs(finite(difference, 'difference')) / positive(standardError, 'standardError')
  return normalTail(factor - away) + normalTail(factor + away)
}

/** Units of control (not rounded) with which a difference is found with this power: (z_{1-α/2} + z_power)²(s²C + s²T/k)/δ². */
export const controlUnits = (plan: PowerPlan, power: number): number => {
  const reach =
    normalTailQuantile(between0And1(plan.alpha, 'alpha') / 2) + normalTailQuantile(1 - between0And1(power, 'power'))
  const off = finite(plan.difference, 'difference')
  if (off === 0) throw new RangeError('difference must not be 0: no number of units finds nothing')
  return (reach / off) ** 2 * (plan.controlVariance + plan.treatmentVariance / positive(plan.ratio, 'ratio'))
}

/** Standard error with this many units of control. */
const errorWith = (plan: PowerPlan, units: number): number =>
  Math.sqrt(plan.controlVariance / units + plan.treatmentVariance / (units * plan.ratio))

/** Power with this many units of control, read once. */
export const powerWith = (plan: PowerPlan, units: number): number =>
  powerOf(plan.difference, errorWith(plan, units), normalTailQuantile(plan.alpha / 2))

/** The smallest difference found with this power by so many units of control. */
export const smallestDifference = (plan: Omit<PowerPlan, 'difference'>, units: number, power: number): number =>
  (normalTailQuantile(plan.alpha / 2) + normalTailQuantile(1 - power)) * errorWith({ ...plan, difference: 0 }, units)

/**
 * How the variances of a metric are planned: a mean keeps its spread, a share has p(1 - p) in each arm.
 * @param relative the effect, 0.1 is 10 %
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

/** A run that is under way, with the relative effect worth finding; `unitsPlanned` where it is open-ended. */
export type UnderWay = {
  readonly control: Arm
  readonly treatment: Arm
  readonly relative: number
  readonly alpha: number
  readonly unitsPlanned?: number
}

/** The power of the run when its units are `times` as many as now, all else as it is. */
export const powerAt = ({ control, treatment, relative, alpha, unitsPlanned }: UnderWay, times: number): number => {
  const { standardError } = deltaLift(control, treatment)
  const units = (control.n + treatment.n) * times
  const factor = unitsPlanned === undefined ? normalTailQuantile(alpha / 2) : sequenceFactor(units, alpha, unitsPlanned)
  return powerOf(relative, standardError / Math.sqrt(times), factor)
}

/**
 * How many more units, as a multiple of those there are, until the effect is found with this power; 0 where it already is.
 * @returns Infinity where even 2^40 times as many do not suffice
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

/** The smallest relative effect that a run can still find with this power, with the units it has. */
export const smallestLift = (control: Arm, treatment: Arm, factor: number, power = 0.8): number =>
  ((factor + normalTailQuantile(1 - power)) * differenceOf(control, treatment).standardError) / Math.abs(control.mean)

/** Units a day by the curve of new units; how many whole weeks until so many, or undefined where it is not within a year. */
export const weeksUntil = (unitsNeeded: number, newUnitsADay: number): number | undefined => {
  const weeks = Math.ceil(unitsNeeded / (7 * newUnitsADay))
  return weeks <= 52 ? Math.max(1, weeks) : undefined
}

/** What a covariate spares: variance times 1 - ρ². */
export const sparedBy = (correlation: number): number => 1 - correlation * correlation

/** Variance of the difference that so many units in each arm have. */
export const varianceOfDifference = (control: Arm, treatment: Arm): number =>
  meanVariance(control) + meanVariance(treatment)
