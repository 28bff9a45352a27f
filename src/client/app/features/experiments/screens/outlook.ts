import type { ExperimentForecast } from '../../../../../shared/features/experiments/schemas/experiment-results.ts'
import { limits } from '../../../../../shared/limits.ts'
import { controlUnits, smallestDifference, unitsFactor } from '../../../../../shared/statistics/power.ts'
import type { SetupForm } from './setup-form.ts'

/** Statistical power: a difference of that size is detected in 80 % of experiments. */
const power = 0.8
const aYear = 364

/** Mean and variance of a metric per user, from its history. */
export type Varying = Pick<ExperimentForecast['metrics'][number], 'mean' | 'variance'>

/** Parts of a plan that determine what it can detect. A user counts on the day when their window ends. */
export type Design = Pick<SetupForm, 'arms' | 'alpha' | 'mode' | 'primary'> & {
  /** New users per day, in all arms. */
  readonly aDay: number
  /** Length of a user’s measurement window. */
  readonly windowDays: number
}

/** The comparison that needs the most users: the smallest other arm against the control. */
const hardest = ({ arms, alpha, primary, mode, aDay }: Design) => {
  const [control, ...others] = arms.map(({ weight }) => weight / limits.weightUnits)
  const smallest = Math.min(...others)
  const family = Math.max(1, primary.length) * Math.max(1, others.length)
  const share = control ?? 0
  return { ratio: smallest / share, alpha: alpha / family, more: unitsFactor[mode], controlADay: aDay * share }
}

const known = ({ mean, variance }: Varying): { mean: number; variance: number } | null =>
  mean === null || variance === null || mean === 0 || !(variance > 0) ? null : { mean, variance }

/** The smallest lift that is detected within a number of days. Null if it cannot be computed. */
export function smallestLift(metric: Varying, design: Design, days: number): number | null {
  const seen = known(metric)
  const { ratio, alpha, more, controlADay } = hardest(design)
  const units = (controlADay * (days - design.windowDays)) / more
  if (seen === null || !(units >= 1) || !(ratio > 0)) return null
  const both = { controlVariance: seen.variance, treatmentVariance: seen.variance }
  return smallestDifference({ ...both, ratio, alpha }, units, power) / Math.abs(seen.mean)
}

/** Days until a lift is detected, in whole weeks. Null if that takes more than a year or cannot be computed. */
export function daysNeeded(metric: Varying, design: Design, lift: number): number | null {
  const seen = known(metric)
  const { ratio, alpha, more, controlADay } = hardest(design)
  if (seen === null || !(controlADay > 0) || !(ratio > 0) || !(lift > 0)) return null
  const both = { controlVariance: seen.variance, treatmentVariance: seen.variance }
  const units = controlUnits({ ...both, ratio, alpha, difference: seen.mean * lift }, power) * more
  const days = Math.ceil((units / controlADay + design.windowDays) / 7 - 1e-9) * 7
  return days <= aYear ? Math.max(7, days) : null
}

/** Smallest detectable lift by number of days, starting with the first day that has one. */
export const outlookCurve = (metric: Varying, design: Design, until: number): { x: number; y: number }[] =>
  Array.from({ length: until }, (_, at) => at + 1).flatMap((days) => {
    const lift = smallestLift(metric, design, days)
    return lift === null ? [] : [{ x: days, y: lift }]
  })
