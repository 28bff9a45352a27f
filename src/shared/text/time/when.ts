import { readerLocale } from './reader-locale.ts'

/** The local time of a zone at an instant, as epoch milliseconds as if it were UTC. */
const wallMs = (epochMs: number, zone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(epochMs)
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
}

/**
 * The instant at which the clock of an IANA zone shows `local` (the format of a date-time field, `2026-11-23T09:00`).
 * Null if invalid. A time skipped in spring is moved one hour later. A time that occurs twice is the first one.
 */
export const instantIn = (local: string, zone: string): string | null => {
  const wanted = Date.parse(`${local}Z`)
  if (Number.isNaN(wanted)) return null
  const day = 86_400_000
  const offsets = [wanted - day, wanted + day].map((around) => wallMs(around, zone) - around)
  const candidates = offsets.map((offset) => wanted - offset)
  const shown = candidates.filter((epochMs) => wallMs(epochMs, zone) === wanted)
  return new Date(shown.length > 0 ? Math.min(...shown) : Math.max(...candidates)).toISOString()
}

/** The local time of an instant in the format of a date-time field: `2026-11-23T09:00`. */
export const localIn = (instant: string, zone: string): string =>
  new Date(wallMs(Date.parse(instant), zone)).toISOString().slice(0, 16)

/**
 * Formats an instant in its zone and in UTC: `Mon 23 Nov 2026, 09:00 Europe/Oslo (08:00 UTC)`. Uses the user's locale
 * unless another is given.
 */
export const whenText = (instant: string, zone: string, region = readerLocale): string => {
  const date = new Date(instant)
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: zone } as const
  const time = { hour: '2-digit', minute: '2-digit' } as const
  const parts = new Intl.DateTimeFormat(region, day).format(date).replace(',', '')
  const at = new Intl.DateTimeFormat(region, { ...time, timeZone: zone }).format(date)
  if (zone === 'UTC') return `${parts}, ${at} UTC`
  return `${parts}, ${at} ${zone} (${new Intl.DateTimeFormat(region, { ...time, timeZone: 'UTC' }).format(date)} UTC)`
}

/** The user's time zone, as an IANA name. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
