import type { ExperimentForecast } from '../../../../../shared/features/experiments/schemas/experiment-results.ts'
import { limits } from '../../../../../shared/limits.ts'
import { controlUnits, smallestDifference, unitsFactor } from '../../../../../shared/statistics/power.ts'
import type { SetupForm } from './setup-form.ts'

/** How often a difference of that size is found: 80 of 100. */
const power = 0.8
const aYear = 364

/** A metric as its history has it: mean and variance of one user. */
export type Varying = Pick<ExperimentForecast['metrics'][number], 'mean' | 'variance'>

/** What a plan can find depends on; days are those of users whose window is over by the end. */
export type Design = Pick<SetupForm, 'arms' | 'alpha' | 'mode' | 'primary'> & {
  /** New users a day, in all arms. */
  readonly aDay: number
  /** How long a user is waited for. */
  readonly windowDays: number
}

/** The comparison that needs the most users: the smallest of the others against the control. */
const hardest = ({ arms, alpha, primary, mode, aDay }: Design) => {
  const [control, ...others] = arms.map(({ weight }) => weight / limits.weightUnits)
  const smallest = Math.min(...others)
  const family = Math.max(1, primary.length) * Math.max(1, others.length)
  const share = control ?? 0
  return { ratio: smallest / share, alpha: alpha / family, more: unitsFactor[mode], controlADay: aDay * share }
}

const known = ({ mean, variance }: Varying): { mean: number; variance: number } | null =>
  mean === null || variance === null || mean === 0 || !(variance > 0) ? null : { mean, variance }

/** The smallest lift that is found in so many days; null where there is no telling. */
export function smallestLift(metric: Varying, design: Design, days: number): number | null {
  const seen = known(metric)
  const { ratio, alpha, more, controlADay } = hardest(design)
  const units = (controlADay * (days - design.windowDays)) / more
  if (seen === null || !(units >= 1) || !(ratio > 0)) return null
  const both = { controlVariance: seen.variance, treatmentVariance: seen.variance }
  return smallestDifference({ ...both, ratio, alpha }, units, power) / Math.abs(seen.mean)
}

/** In how many days, whole weeks, a lift is found; null where that is not within a year, or there is no telling. */
export function daysNeeded(metric: Varying, design: Design, lift: number): number | null {
  const seen = known(metric)
  const { ratio, alpha, more, controlADay } = hardest(design)
  if (seen === null || !(controlADay > 0) || !(ratio > 0) || !(lift > 0)) return null
  const both = { controlVariance: seen.variance, treatmentVariance: seen.variance }
  const units = controlUnits({ ...both, ratio, alpha, difference: seen.mean * lift }, power) * more
  const days = Math.ceil((units / controlADay + design.windowDays) / 7 - 1e-9) * 7
  return days <= aYear ? Math.max(7, days) : null
}

/** What each number of days finds, from the first that says anything. */
export const outlookCurve = (metric: Varying, design: Design, until: number): { x: number; y: number }[] =>
  Array.from({ length: until }, (_, at) => at + 1).flatMap((days) => {
    const lift = smallestLift(metric, design, days)
    return lift === null ? [] : [{ x: days, y: lift }]
  })
