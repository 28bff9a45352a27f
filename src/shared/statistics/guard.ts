import { eventShare, type SharePhase } from './event-share.ts'
import { between0And1, count, finite, notNegative } from './given.ts'
import { oneSidedFactor, oneSidedP } from './sequence.ts'

/** What a guard says at a look. `collecting` and `going-on` decide nothing. */
type GuardState = 'collecting' | 'harm' | 'safe' | 'going-on'

/** Which way is worse for the metric: more of it (errors) or less (orders). */
export type Worse = 'higher' | 'lower'

/** How a guard is held: `falsely` in all for the `guards` of a run together; each has its part of it. */
export type GuardPlan = {
  readonly worse: Worse
  /** How much worse still counts as no worse, relative: 0.05 is 5 %. */
  readonly margin: number
  readonly falsely: number
  readonly guards: number
}

/** What a guard allows, and its part of the error, checked. */
export const partOf = ({ margin, falsely, guards, worse }: GuardPlan): { margin: number; alpha: number } => {
  notNegative(margin, 'margin')
  if (worse === 'lower' && margin >= 1) throw new RangeError('margin must be below 1 where lower is worse')
  if (count(guards, 'guards') === 0) throw new RangeError('guards must be at least 1')
  return { margin, alpha: between0And1(falsely, 'falsely') / guards }
}

export type EventGuard = {
  readonly state: GuardState
  /** E against no harm; the guard is against at `limit`. */
  readonly evidence: number
  readonly logEvidence: number
  readonly limit: number
  readonly p: number
  /** The same for the other side: that it is no worse than the margin. */
  readonly pSafe: number
}

/**
 * A guard on units with an event, exact at any look: `harm` at E ≥ guards/falsely. A harmless run, looked at as often as one
 * likes, is rolled back by any of its guards in at most `falsely` of all cases.
 * @param phases units with the event by arm, and the share of the new variant when they were first exposed
 */
export const guardEvents = (phases: readonly SharePhase[], plan: GuardPlan): EventGuard => {
  const { margin, alpha } = partOf(plan)
  const other: Worse = plan.worse === 'higher' ? 'lower' : 'higher'
  const nullRatio = plan.worse === 'higher' ? 1 + margin : 1 - margin
  const harm = eventShare(phases, plan.worse, nullRatio)
  const safe = eventShare(phases, other, nullRatio)
  const collecting = phases.every(({ treatment, control }) => treatment + control === 0)
  const against = harm.logEvidence >= -Math.log(alpha)
  const cleared = safe.logEvidence >= -Math.log(alpha)
  return {
    state: against ? 'harm' : collecting ? 'collecting' : cleared ? 'safe' : 'going-on',
    evidence: harm.evidence,
    logEvidence: harm.logEvidence,
    limit: plan.guards / plan.falsely,
    p: harm.p,
    pSafe: safe.p,
  }
}

/** An arm's mean (or ratio) and the variance of that mean. */
export type ArmMean = { readonly mean: number; readonly variance: number }

export type ContrastGuard = {
  readonly state: GuardState
  /** How much worse than the margin allows, in the metric's unit; above 0 is worse. */
  readonly contrast: number
  readonly standardError: number
  readonly halfWidth: number
  readonly pHarm: number
  readonly pSafe: number
}

/** A margin in the metric's own unit, or of the control's mean. */
export type Margin = { readonly relative: number } | { readonly absolute: number }

/**
 * A guard on means and ratios: the one-sided sequence on s·mT - (s + r·sign mC)·mC, s = 1 where higher is worse and -1
 * otherwise, r the margin; its variance is vT + (s + r·sign mC)² vC. `harm` where p < α, `safe` where the other side's is.
 * @param units of both arms
 * @param unitsPlanned N*, where the test is sharpest
 * @param alpha this guard's part of the error
 */
export const guardMeans = (
  control: ArmMean,
  treatment: ArmMean,
  plan: { readonly worse: Worse; readonly margin: Margin; readonly alpha: number; readonly unitsPlanned: number },
  units: number,
): ContrastGuard => {
  const { worse, margin, alpha, unitsPlanned } = plan
  const side = worse === 'higher' ? 1 : -1
  const relative = 'relative' in margin ? notNegative(margin.relative, 'margin.relative') : 0
  const absolute = 'absolute' in margin ? notNegative(margin.absolute, 'margin.absolute') : 0
  const weight = side + relative * Math.sign(finite(control.mean, 'control.mean'))
  const contrast = side * finite(treatment.mean, 'treatment.mean') - weight * control.mean - absolute
  const variance =
    notNegative(treatment.variance, 'treatment.variance') +
    weight * weight * notNegative(control.variance, 'control.variance')
  const standardError = Math.sqrt(variance)
  const halfWidth = oneSidedFactor(units, alpha, unitsPlanned) * standardError
  if (variance === 0) return { state: 'collecting', contrast, standardError, halfWidth, pHarm: 1, pSafe: 1 }
  const z = contrast / standardError
  const pHarm = oneSidedP(z, units, alpha, unitsPlanned)
  const pSafe = oneSidedP(-z, units, alpha, unitsPlanned)
  return {
    state: pHarm < alpha ? 'harm' : pSafe < alpha ? 'safe' : 'going-on',
    contrast,
    standardError,
    halfWidth,
    pHarm,
    pSafe,
  }
}
