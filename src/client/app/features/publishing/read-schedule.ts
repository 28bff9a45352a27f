import { limits } from '../../../../shared/limits.ts'
import { readWhen } from '../../../../shared/text/time/read-when.ts'

/** Parses a typed schedule time. Returns the expected input if it is invalid. */
export const readSchedule = (
  typed: string,
  nowMs: number,
  zone: string,
): { at: string; skipped: boolean } | { problem: string } => {
  const read = readWhen(typed, nowMs, zone)
  if ('expected' in read) return { problem: `Enter ${read.expected}` }
  const ahead = Date.parse(read.at) - nowMs
  if (ahead < limits.scheduleMinMs) return { problem: 'Enter a time in the future' }
  return ahead > limits.scheduleMaxMs ? { problem: 'Enter a time within a year' } : read
}
