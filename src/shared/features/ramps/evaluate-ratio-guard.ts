import { meanVariance } from '../../statistics/arm.ts'
import { type ContrastGuard, guardMeans, type WorseDirection } from '../../statistics/guard.ts'
import { ratioArm } from '../../statistics/ratio.ts'
import type { ArmRatio, ByArm } from './guard-question.ts'

/** The number of users of both arms at which the sequence is most sensitive. It is valid at any number. */
const unitsPlanned = 10_000
/**
 * Minimum sample size, below which means are not nearly normal: users per arm, users per arm with a denominator, and
 * users of both arms with a numerator.
 */
const minimumSample = { units: 100, withUnder: 30, withOver: 30 }

/**
 * The parameters of a guard on a ratio. `falsely` is the total false positive rate, shared by the `guards` of a ramp.
 */
export type RatioPlan = {
  readonly worse: WorseDirection
  /** Relative if defined, otherwise in the metric's own unit. */
  readonly margin: { readonly relative: number } | { readonly absolute: number }
  readonly falsely: number
  readonly guards: number
}

/**
 * The result of a guard on a ratio. `silent`: one arm has no denominator while the other has plenty, so there is no
 * ratio to compare. The evidence is 1/p and is harmful at `limit`, as for guards on shares.
 */
export type RatioGuardResult = {
  readonly state: ContrastGuard['state'] | 'silent'
  readonly logEvidence: number
  readonly limit: number
}

/**
 * Compares two ratios of sums with the delta method and a one-sided confidence sequence that is valid over all checks.
 * Only users with a complete window are summed up, so that each counts once and never changes, as the sequence
 * requires.
 */
export const evaluateRatioGuard = ({ treatment, control }: ByArm<ArmRatio>, plan: RatioPlan): RatioGuardResult => {
  const { worse, margin, falsely, guards } = plan
  const limit = guards / falsely
  const none = { logEvidence: 0, limit }
  const arms = [treatment, control]
  if (arms.some(({ sums }) => sums.over.n < minimumSample.units)) return { state: 'collecting', ...none }
  const [some, plenty] = [
    arms.every(({ sums }) => sums.under.sum !== 0),
    arms.some(({ withUnder }) => withUnder >= minimumSample.withUnder),
  ]
  if (!some) return { state: plenty ? 'silent' : 'collecting', ...none }
  if (arms.some(({ withUnder }) => withUnder < minimumSample.withUnder)) return { state: 'collecting', ...none }
  if (treatment.withOver + control.withOver < minimumSample.withOver) return { state: 'collecting', ...none }
  const [t, c] = [ratioArm(treatment.sums, 'treatment'), ratioArm(control.sums, 'control')]
  if (!t || !c) return { state: 'collecting', ...none }
  const found = guardMeans(
    { mean: c.mean, variance: meanVariance(c) },
    { mean: t.mean, variance: meanVariance(t) },
    { worse, margin, alpha: 1 / limit, unitsPlanned },
    t.n + c.n,
  )
  return { state: found.state, logEvidence: -Math.log(Math.max(found.pHarm, Number.MIN_VALUE)), limit }
}
