import { holdEndMs, nextOpen, timesOfSteps } from '../../../shared/features/ramps/due.ts'
import type { RampEvent, RampSummary } from '../../../shared/features/ramps/schemas/ramp.ts'
import type { ClosedTimes } from '../schedules/freezes/working-hours.ts'
import type { eventsOfRamp } from './event-queries.ts'
import type { RampRow } from './queries.ts'

/** The earliest time of a running ramp's next step. */
const dueOf = ({ state, plan, step, enteredAt }: RampRow, now: Date, closed: ClosedTimes): number | null =>
  state === 'running' && enteredAt !== null
    ? nextOpen(
        Math.max(holdEndMs(plan, step, enteredAt.getTime()), now.getTime()),
        plan.hours ?? closed.hours,
        closed.freezes,
      )
    : null

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

export const rampSummary = (row: RampRow, now: Date, closed: ClosedTimes): RampSummary => ({
  number: row.number,
  flag: row.flag,
  environment: row.environment,
  state: row.state,
  step: row.step,
  version: row.version,
  plan: row.plan,
  before: row.ground.before,
  why: row.why,
  held: row.held,
  change: row.change,
  by: row.byName,
  proposedAt: row.proposedAt.toISOString(),
  startedAt: row.startedAt?.toISOString() ?? null,
  enteredAt: row.enteredAt?.toISOString() ?? null,
  dueAt: instant(dueOf(row, now, closed)),
  endedAt: row.endedAt?.toISOString() ?? null,
})

/** The earliest time at which a ramp could complete. Null once it has ended. */
export function endOf(row: RampRow, now: Date, closed: ClosedTimes): string | null {
  if (row.endedAt !== null) return null
  const { step } = row
  const plan = { ...row.plan, hours: row.plan.hours ?? closed.hours }
  const due = dueOf(row, now, closed)
  if (due === null) return instant(timesOfSteps(plan, now.getTime(), closed.freezes, step).at(-1) ?? null)
  return instant(timesOfSteps(plan, due, closed.freezes, step + 1).at(-1) ?? null)
}

/** An audit event as a ramp's page shows it. */
export const rampEventView = ({
  at,
  action,
  actorName,
  after,
}: Awaited<ReturnType<typeof eventsOfRamp>>[number]): RampEvent => {
  const number = (name: string) => (typeof after?.[name] === 'number' ? after[name] : null)
  return {
    at: at.toISOString(),
    action,
    actor: actorName,
    step: number('step'),
    revision: number('revision'),
    why: typeof after?.['why'] === 'string' ? after['why'] : null,
  }
}
