import { instantIn, localIn } from '../../text/time/when.ts'
import { holdMs, type RampPlan, type WorkingHours } from './schemas/ramp.ts'

/** A stretch of time in which no step is taken, from its start until before its end. */
export type Stretch = { readonly fromMs: number; readonly toMs: number }

const dayMs = 86_400_000

/** Whether clocks of the zone show working hours. */
export function isWorking(atMs: number, { zone, days, from, to }: WorkingHours): boolean {
  const local = localIn(new Date(atMs).toISOString(), zone)
  const clock = local.slice(11)
  return days.includes(weekdayOf(local.slice(0, 10))) && clock >= from && clock < to
}

/** The day of the week of a calendar day, 1 for Monday. */
const weekdayOf = (day: string): number => ((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7) + 1

/** The next instant at which working hours begin, after one that is outside of them. */
function nextMorning(atMs: number, hours: WorkingHours): number {
  const today = Date.parse(`${localIn(new Date(atMs).toISOString(), hours.zone).slice(0, 10)}T00:00Z`)
  for (let ahead = 0; ; ahead += 1) {
    const day = new Date(today + ahead * dayMs).toISOString().slice(0, 10)
    if (!hours.days.includes(weekdayOf(day))) continue
    const morning = Date.parse(instantIn(`${day}T${hours.from}`, hours.zone) ?? '')
    // where the clocks skip the hours of a day there is none that day
    if (morning > atMs && isWorking(morning, hours)) return morning
  }
}

/**
 * The first instant from `atMs` on at which a step may be taken: in working hours, where there are any, and in no freeze.
 * Days are those of the zone's clocks, also where they change.
 */
export function nextOpen(atMs: number, hours: WorkingHours | null | undefined, freezes: readonly Stretch[]): number {
  let at = atMs
  for (;;) {
    const frozen = freezes.find(({ fromMs, toMs }) => fromMs <= at && at < toMs)
    if (frozen) at = frozen.toMs
    else if (hours && !isWorking(at, hours)) at = nextMorning(at, hours)
    else return at
  }
}

/** When a step that was entered at an instant has been held long enough. Holds count in real time. */
export const heldUntil = (plan: Pick<RampPlan, 'steps'>, step: number, enteredMs: number): number =>
  enteredMs + (holdMs(plan.steps[step]?.hold ?? '') ?? 0)

/** When each step would be taken at the earliest, the first at `startMs`; questions are answered at once. */
export function timesOfSteps(
  { steps, hours }: { steps: RampPlan['steps']; hours?: WorkingHours | null | undefined },
  startMs: number,
  freezes: readonly Stretch[],
  from = 0,
): number[] {
  const times = [startMs]
  for (let step = from; step < steps.length - 1; step += 1) {
    const entered = times.at(-1) ?? startMs
    times.push(nextOpen(heldUntil({ steps }, step, entered), hours, freezes))
  }
  return times
}
