import { holdMs } from '../../features/ramps/schemas/ramp.ts'
import { counted } from '../rules/percent.ts'

const day = 24 * 60

/** Formats an ISO 8601 duration: `P1DT12H` is `1 day 12 hours`, `PT15M` is `15 minutes`. */
export const holdText = (hold: string): string => lengthText(holdMs(hold) ?? 0)

/** Formats a duration in milliseconds. */
export function lengthText(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  const [days, hours, rest] = [Math.floor(minutes / day), Math.floor((minutes % day) / 60), minutes % 60]
  const parts = [
    days > 0 ? counted(days, 'day') : '',
    hours > 0 ? counted(hours, 'hour') : '',
    rest > 0 ? counted(rest, 'minute') : '',
  ]
  return parts.filter(Boolean).join(' ')
}
