import { limits } from '../../limits.ts'
import type { RampGuard } from './schemas/guard.ts'
import { holdMs, type RampPlan } from './schemas/ramp.ts'

type Watched = Pick<RampPlan, 'guards' | 'falsely'>
type Counting = Extract<RampGuard, { event: string } | { metric: string }>

/** Whether a guard compares users, and so needs some who were not given the new variant. */
const counts = (guard: RampGuard): guard is Counting => 'event' in guard || 'metric' in guard

/** Whether a ramp of this plan counts users: its share is given to one half of twice as many. */
export const isMeasured = ({ guards }: Pick<RampPlan, 'guards'>): boolean => guards?.some(counts) ?? false

/** Whether a step of a measured ramp still has a twin for everybody whom it gives the new variant. */
export const hasTwin = (share: number): boolean => share <= limits.weightUnits / 2

/** How often a harmless ramp may be rolled back, and among how many guards that is divided. */
export const errorOf = ({ guards = [], falsely = 0.01 }: Watched): { falsely: number; guards: number } => ({
  falsely,
  guards: Math.max(1, guards.filter(counts).length),
})

/** How long a ramp of this plan has somebody to compare with, at least. */
export const comparedMs = ({ steps }: Pick<RampPlan, 'steps'>): number =>
  steps.reduce((sum, { share, hold = '' }) => sum + (hasTwin(share) ? (holdMs(hold) ?? 0) : 0), 0)
