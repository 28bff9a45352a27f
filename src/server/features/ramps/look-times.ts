import { heldUntil } from '../../../shared/features/ramps/due.ts'
import { holdMs, type RampPlan } from '../../../shared/features/ramps/schemas/ramp.ts'

const usualMs = 5 * 60_000

/** A ramp that is held for this long after its hold is over is told to people. */
export const heldLateMs = 60 * 60_000

/** How often the guards of a plan are looked at, in milliseconds. */
export const lookEveryMs = ({ lookEvery }: Pick<RampPlan, 'lookEvery'>): number =>
  lookEvery === undefined ? usualMs : (holdMs(lookEvery) ?? usualMs)

/** When they are looked at after a look: when they usually are, or when the step is held long enough. */
export function nextLookAt(plan: RampPlan, step: number, entered: Date, at: Date): Date {
  const usual = at.getTime() + lookEveryMs(plan)
  const held = heldUntil(plan, step, entered.getTime())
  return new Date(held > at.getTime() ? Math.min(usual, held) : usual)
}

/** When the guards of a step are looked at first: when they usually are, or when the step is held long enough. */
export const firstLookAt = (plan: RampPlan, step: number, entered: Date): Date | null =>
  plan.guards === undefined ? null : nextLookAt(plan, step, entered, entered)
