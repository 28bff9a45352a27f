import { limits } from '../../limits.ts'
import type { RampGuard } from './schemas/guard.ts'
import { holdMs, type RampPlan } from './schemas/ramp.ts'

type GuardedPlan = Pick<RampPlan, 'guards' | 'falsely'>
type CountingGuard = Extract<RampGuard, { event: string } | { metric: string }>

/** Whether a guard compares users, and so needs a comparison group. */
const isCountingGuard = (guard: RampGuard): guard is CountingGuard => 'event' in guard || 'metric' in guard

/**
 * Whether a ramp with this plan measures users. If so, its rule reaches twice the share and serves half of it the new
 * variant.
 */
export const isMeasured = ({ guards }: Pick<RampPlan, 'guards'>): boolean => guards?.some(isCountingGuard) ?? false

/** Whether a measured step still has a comparison group of the same size. */
export const hasComparisonGroup = (share: number): boolean => share <= limits.weightUnits / 2

/** The probability of rolling back a harmless ramp, and the number of guards that share it. */
export const errorOf = ({ guards = [], falsely = 0.01 }: GuardedPlan): { falsely: number; guards: number } => ({
  falsely,
  guards: Math.max(1, guards.filter(isCountingGuard).length),
})

/** The minimum time during which a ramp with this plan has a comparison group, in milliseconds. */
export const comparedMs = ({ steps }: Pick<RampPlan, 'steps'>): number =>
  steps.reduce((sum, { share, hold = '' }) => sum + (hasComparisonGroup(share) ? (holdMs(hold) ?? 0) : 0), 0)
