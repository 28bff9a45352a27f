import { meanVariance } from '../../statistics/arm.ts'
import { type ContrastGuard, guardMeans, type Worse } from '../../statistics/guard.ts'
import { ratioArm } from '../../statistics/ratio.ts'
import type { ArmRatio, ByArm } from './guard-question.ts'

/** Users of both arms at which the sequence is sharpest; it holds at any number of them. */
const unitsPlanned = 10_000
/** Before this many, means are not nearly normal: users of each arm, of these with something below the line, of both with something above. */
const least = { units: 100, withUnder: 30, withOver: 30 }

/** How a guard on a ratio is held: `falsely` in all for the `guards` of a ramp together. */
export type RatioPlan = {
  readonly worse: Worse
  /** Relative where there is one, otherwise in the metric's own unit. */
  readonly margin: { readonly relative: number } | { readonly absolute: number }
  readonly falsely: number
  readonly guards: number
}

/**
 * What a guard on a ratio says. `silent`: one arm has nothing below the line where the other has plenty, so there is no ratio to
 * compare. Evidence is 1/p, against at `limit`, as it is for guards on shares.
 */
export type RatioFound = {
  readonly state: ContrastGuard['state'] | 'silent'
  readonly logEvidence: number
  readonly limit: number
}

/**
 * Compares two ratios of sums by the delta method and the one-sided sequence, which holds at all looks together. Only users who
 * have had the whole window are summed up: each counts once and for good, as the sequence asks.
 */
export const weighRatio = ({ treatment, control }: ByArm<ArmRatio>, plan: RatioPlan): RatioFound => {
  const { worse, margin, falsely, guards } = plan
  const limit = guards / falsely
  const none = { logEvidence: 0, limit }
  const arms = [treatment, control]
  if (arms.some(({ sums }) => sums.over.n < least.units)) return { state: 'collecting', ...none }
  const [some, plenty] = [
    arms.every(({ sums }) => sums.under.sum !== 0),
    arms.some(({ withUnder }) => withUnder >= least.withUnder),
  ]
  if (!some) return { state: plenty ? 'silent' : 'collecting', ...none }
  if (arms.some(({ withUnder }) => withUnder < least.withUnder)) return { state: 'collecting', ...none }
  if (treatment.withOver + control.withOver < least.withOver) return { state: 'collecting', ...none }
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
