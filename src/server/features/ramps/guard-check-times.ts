import { holdEndMs } from '../../../shared/features/ramps/due.ts'
import { holdMs, type RampPlan } from '../../../shared/features/ramps/schemas/ramp.ts'

const usualMs = 5 * 60_000

/** A ramp still held this long after the end of its hold is reported to members. */
export const heldLateMs = 60 * 60_000

/** Interval of a plan's guard checks, in ms. */
export const lookEveryMs = ({ lookEvery }: Pick<RampPlan, 'lookEvery'>): number =>
  lookEvery === undefined ? usualMs : (holdMs(lookEvery) ?? usualMs)

/** The time of the next guard check: after the usual interval, or earlier at the end of the step's hold. */
export function nextGuardCheckAt(plan: RampPlan, step: number, entered: Date, at: Date): Date {
  const usual = at.getTime() + lookEveryMs(plan)
  const held = holdEndMs(plan, step, entered.getTime())
  return new Date(held > at.getTime() ? Math.min(usual, held) : usual)
}

/** The time of a step's first guard check. Null for a plan without guards. */
export const firstGuardCheckAt = (plan: RampPlan, step: number, entered: Date): Date | null =>
  plan.guards === undefined ? null : nextGuardCheckAt(plan, step, entered, entered)
