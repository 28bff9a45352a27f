import { eventShare, type SharePhase } from './event-share.ts'
import { between0And1, count, finite, notNegative } from './given.ts'
import { oneSidedFactor, oneSidedP } from './sequence.ts'

/** The result of a guard check. `collecting` and `going-on` decide nothing. */
type GuardState = 'collecting' | 'harm' | 'safe' | 'going-on'

/** Which direction is worse for the metric: more (errors) or less (orders). */
export type WorseDirection = 'higher' | 'lower'

/** The plan of a guard. `falsely` is the error of all `guards` of a run together; each guard has an equal part. */
export type GuardPlan = {
  readonly worse: WorseDirection
  /** The relative difference that still counts as no harm: 0.05 is 5 %. */
  readonly margin: number
  readonly falsely: number
  readonly guards: number
}

/** Checks a plan and returns the margin, and this guard's part of the error. */
export const partOf = ({ margin, falsely, guards, worse }: GuardPlan): { margin: number; alpha: number } => {
  notNegative(margin, 'margin')
  if (worse === 'lower' && margin >= 1) throw new RangeError('margin must be below 1 where lower is worse')
  if (count(guards, 'guards') === 0) throw new RangeError('guards must be at least 1')
  return { margin, alpha: between0And1(falsely, 'falsely') / guards }
}

export type EventGuard = {
  readonly state: GuardState
  /** E against the hypothesis of no harm. The guard finds harm at `limit`. */
  readonly evidence: number
  readonly logEvidence: number
  readonly limit: number
  readonly p: number
  /** The p of the opposite side: that it is no worse than the margin. */
  readonly pSafe: number
}

/**
 * A guard on units with an event, exact at any number of checks: `harm` at E ≥ guards/falsely. However often it is
 * checked, at most `falsely` of all harmless runs are rolled back by any of their guards.
 * @param phases units with the event by arm, and the share of the new variant when they were first exposed
 */
export const guardEvents = (phases: readonly SharePhase[], plan: GuardPlan): EventGuard => {
  const { margin, alpha } = partOf(plan)
  const other: WorseDirection = plan.worse === 'higher' ? 'lower' : 'higher'
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

/** An arm's mean (or ratio), and the variance of that mean. */
export type ArmMean = { readonly mean: number; readonly variance: number }

export type ContrastGuard = {
  readonly state: GuardState
  /** How much worse it is than the margin allows, in the metric's unit; positive is worse. */
  readonly contrast: number
  readonly standardError: number
  readonly halfWidth: number
  readonly pHarm: number
  readonly pSafe: number
}

/** A margin in the metric's unit, or relative to the control's mean. */
export type Margin = { readonly relative: number } | { readonly absolute: number }

/**
 * A guard on means and ratios: a one-sided confidence sequence of s·mT - (s + r·sign mC)·mC. s is 1 if higher is worse,
 * otherwise -1; r is the margin. Its variance is vT + (s + r·sign mC)² vC. `harm` if p < α, `safe` if the opposite
 * side's p is.
 * @param units of both arms
 * @param unitsPlanned N*, at which the test is most precise
 * @param alpha this guard's part of the error
 */
export const guardMeans = (
  control: ArmMean,
  treatment: ArmMean,
  plan: {
    readonly worse: WorseDirection
    readonly margin: Margin
    readonly alpha: number
    readonly unitsPlanned: number
  },
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
