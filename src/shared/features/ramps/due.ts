import { instantIn, localIn } from '../../text/time/when.ts'
import { holdMs, type RampPlan, type WorkingHours } from './schemas/ramp.ts'

/** A period in which no step is taken, `[fromMs, toMs)`. */
export type ClosedPeriod = { readonly fromMs: number; readonly toMs: number }

const dayMs = 86_400_000

/** Whether an instant is within working hours in their time zone. */
export function isWorking(atMs: number, { zone, days, from, to }: WorkingHours): boolean {
  const local = localIn(new Date(atMs).toISOString(), zone)
  const clock = local.slice(11)
  return days.includes(weekdayOf(local.slice(0, 10))) && clock >= from && clock < to
}

/** Day of the week of a calendar day; 1 is Monday. */
const weekdayOf = (day: string): number => ((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7) + 1

/** The next start of working hours, after an instant outside of them. */
function nextMorning(atMs: number, hours: WorkingHours): number {
  const today = Date.parse(`${localIn(new Date(atMs).toISOString(), hours.zone).slice(0, 10)}T00:00Z`)
  for (let ahead = 0; ; ahead += 1) {
    const day = new Date(today + ahead * dayMs).toISOString().slice(0, 10)
    if (!hours.days.includes(weekdayOf(day))) continue
    const morning = Date.parse(instantIn(`${day}T${hours.from}`, hours.zone) ?? '')
    // If a clock change skips the working hours of a day, that day has none.
    if (morning > atMs && isWorking(morning, hours)) return morning
  }
}

/**
 * The first instant from `atMs` on at which a step may be taken: within working hours, if configured, and outside of
 * freezes. Days follow the zone's clock, including clock changes.
 */
export function nextOpen(
  atMs: number,
  hours: WorkingHours | null | undefined,
  freezes: readonly ClosedPeriod[],
): number {
  let at = atMs
  for (;;) {
    const frozen = freezes.find(({ fromMs, toMs }) => fromMs <= at && at < toMs)
    if (frozen) at = frozen.toMs
    else if (hours && !isWorking(at, hours)) at = nextMorning(at, hours)
    else return at
  }
}

/** When the hold of a step ends. Holds are measured in elapsed time, regardless of working hours. */
export const holdEndMs = (plan: Pick<RampPlan, 'steps'>, step: number, enteredMs: number): number =>
  enteredMs + (holdMs(plan.steps[step]?.hold ?? '') ?? 0)

/** The earliest time of each step, if the first starts at `startMs` and confirmations are immediate. */
export function timesOfSteps(
  { steps, hours }: { steps: RampPlan['steps']; hours?: WorkingHours | null | undefined },
  startMs: number,
  freezes: readonly ClosedPeriod[],
  from = 0,
): number[] {
  const times = [startMs]
  for (let step = from; step < steps.length - 1; step += 1) {
    const entered = times.at(-1) ?? startMs
    times.push(nextOpen(holdEndMs({ steps }, step, entered), hours, freezes))
  }
  return times
}
