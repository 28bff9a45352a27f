import { readerLocale } from './reader-locale.ts'

/** What a clock on the wall of a zone shows at an instant, as if it were UTC. */
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
 * The instant at which clocks of an IANA zone show `local` (as a date-time field gives it, `2026-11-23T09:00`), or null
 * when that is no time. A time that the zone skips in spring is taken an hour on; one that it shows twice is the first.
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

/** What a date-time field shows for an instant in a zone: `2026-11-23T09:00`. */
export const localIn = (instant: string, zone: string): string =>
  new Date(wallMs(Date.parse(instant), zone)).toISOString().slice(0, 16)

/**
 * An instant as its zone says it, and in UTC: `Mon 23 Nov 2026, 09:00 Europe/Oslo (08:00 UTC)`, in the reader's way or
 * that of a locale.
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

/** The reader's own zone, as an IANA name. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
