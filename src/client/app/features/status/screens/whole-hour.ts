import type { Minute } from '../../../../../shared/features/status/schemas/system.ts'

const minuteMs = 60_000
const minutes = 60

/** The last sixty minutes, the newest last: what a server knows of each; undefined where it did not run. */
export function wholeHour(known: readonly Minute[]): { stepsMs: number[]; steps: (Minute | undefined)[] } {
  const last = Date.parse(known.at(-1)?.at ?? '') || 0
  const byMs = new Map(known.map((minute) => [Date.parse(minute.at), minute]))
  const stepsMs = Array.from({ length: minutes }, (_, at) => last - (minutes - 1 - at) * minuteMs)
  return { stepsMs, steps: stepsMs.map((ms) => byMs.get(ms)) }
}

/** Every quarter of an hour that has room for its name below. */
export const quarters = (stepsMs: readonly number[]): number[] =>
  stepsMs.slice(4, -4).filter((ms) => ms % (15 * minuteMs) === 0)
