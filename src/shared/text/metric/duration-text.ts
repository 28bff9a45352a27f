import { durationMs } from '../../schemas/duration.ts'
import { counted } from '../rules/percent.ts'

/** A duration in words: `P7D` is `7 days`, `PT30M` is `30 minutes`, `P1DT12H` is `1 day 12 hours`. */
export const durationText = (text: string): string => {
  const minutes = Math.round((durationMs(text) ?? 0) / 60_000)
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24, minutes % 60]
  const parts = [
    days > 0 ? counted(days, 'day') : '',
    hours > 0 ? counted(hours, 'hour') : '',
    rest > 0 || minutes === 0 ? counted(rest, 'minute') : '',
  ]
  return parts.filter(Boolean).join(' ')
}
