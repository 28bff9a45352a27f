import type { Minute } from '../../../../../shared/features/status/schemas/system.ts'

const minuteMs = 60_000
const minutes = 60

/** The last sixty minutes, newest last. A step is undefined if the server did not run. */
export function wholeHour(known: readonly Minute[]): { stepsMs: number[]; steps: (Minute | undefined)[] } {
  const last = Date.parse(known.at(-1)?.at ?? '') || 0
  const byMs = new Map(known.map((minute) => [Date.parse(minute.at), minute]))
  const stepsMs = Array.from({ length: minutes }, (_, at) => last - (minutes - 1 - at) * minuteMs)
  return { stepsMs, steps: stepsMs.map((ms) => byMs.get(ms)) }
}

/** Quarter hours with enough space for a label. */
export const quarters = (stepsMs: readonly number[]): number[] =>
  stepsMs.slice(4, -4).filter((ms) => ms % (15 * minuteMs) === 0)
