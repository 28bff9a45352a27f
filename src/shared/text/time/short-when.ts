import { readerLocale } from './reader-locale.ts'
import { localIn } from './when.ts'

const dayMs = 86_400_000

/**
 * Formats a future time in a time zone: `today 14:30`, `tomorrow 09:00`, `Mon 09:00` within a week, otherwise `Dec 14,
 * 09:00`.
 */
export const shortWhen = (
  instant: string,
  nowMs: number,
  zone: string,
  region: string | undefined = readerLocale,
): string => {
  const at = new Date(instant)
  const time = new Intl.DateTimeFormat(region, { hour: '2-digit', minute: '2-digit', timeZone: zone }).format(at)
  const day = (local: string) => Date.parse(`${local.slice(0, 10)}T00:00Z`) / dayMs
  const ahead = day(localIn(instant, zone)) - day(localIn(new Date(nowMs).toISOString(), zone))
  if (ahead === 0) return `today ${time}`
  if (ahead === 1) return `tomorrow ${time}`
  if (ahead > 1 && ahead < 7)
    return `${new Intl.DateTimeFormat(region, { weekday: 'short', timeZone: zone }).format(at)} ${time}`
  return `${new Intl.DateTimeFormat(region, { month: 'short', day: 'numeric', timeZone: zone }).format(at)}, ${time}`
}
