import { between0And1, finite, positive } from './given.ts'
import { normalTailQuantile } from './special/normal.ts'

/**
 * The effect to detect: the variances of one unit in both arms, an absolute difference, and treatment units per control
 * unit.
 */
export type PowerPlan = {
  readonly controlVariance: number
  readonly treatmentVariance: number
  readonly difference: number
  readonly ratio: number
  readonly alpha: number
}

/** Factor of additional units that interim looks require: with daily planned looks, or at any time. */
export const unitsFactor = { fixed: 1, planned: 1.046, 'open-ended': 1.72 } as const

/**
 * Returns the control units (not rounded) that detect a difference with this power: (z_{1-α/2} + z_power)²(s²C +
 * s²T/k)/δ².
 */
export const controlUnits = (plan: PowerPlan, power: number): number => {
  const reach =
    normalTailQuantile(between0And1(plan.alpha, 'alpha') / 2) + normalTailQuantile(1 - between0And1(power, 'power'))
  const off = finite(plan.difference, 'difference')
  if (off === 0) throw new RangeError('difference must not be 0: no number of units finds nothing')
  return (reach / off) ** 2 * (plan.controlVariance + plan.treatmentVariance / positive(plan.ratio, 'ratio'))
}

const errorWith = (plan: PowerPlan, units: number): number =>
  Math.sqrt(plan.controlVariance / units + plan.treatmentVariance / (units * plan.ratio))

/** Returns the smallest difference that this number of control units detects with this power. */
export const smallestDifference = (plan: Omit<PowerPlan, 'difference'>, units: number, power: number): number =>
  (normalTailQuantile(plan.alpha / 2) + normalTailQuantile(1 - power)) * errorWith({ ...plan, difference: 0 }, units)
