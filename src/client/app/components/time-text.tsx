import { type ReactNode, useSyncExternalStore } from 'react'
import { locale } from '../../../shared/text/time/locale.ts'
import { readerLocale } from '../../../shared/text/time/reader-locale.ts'

const clock = new Intl.DateTimeFormat(readerLocale, { hour: '2-digit', minute: '2-digit' })
const absolute = new Intl.DateTimeFormat(readerLocale, { dateStyle: 'medium', timeStyle: 'short' })
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

/** Local time, as `14:02`. */
export const clockTime = (epochMs: number): string => clock.format(epochMs)

/** Local date and time, as `19 Nov 2026, 14:02`. */
export const dateAndTime = (epochMs: number): string => absolute.format(epochMs)

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** Relative time in the largest unit that fits: `3 hours ago`, `yesterday`, `just now`. */
export const ago = (instant: string, nowMs: number): string => {
  const seconds = (Date.parse(instant) - nowMs) / 1_000
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit)
  return 'just now'
}

/** An instant as local date and time: `19 Nov 2026, 14:02`. */
export const shortTime = (instant: string): string => absolute.format(new Date(instant))

/** An instant in local time and UTC: `19 Nov 2026, 14:02 Europe/Oslo (2026-11-19 13:02 UTC)`. */
export const exactTime = (instant: string): string => {
  const date = new Date(instant)
  return `${absolute.format(date)} ${zone} (${date.toISOString().slice(0, 16).replace('T', ' ')} UTC)`
}

/** An instant as the value of a `datetime-local` field: local time, to the minute. */
export const localTime = (instant: string): string => {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

let nowMs = Date.now()

const tick = (listener: () => void) => {
  const timer = setInterval(() => {
    nowMs = Date.now()
    listener()
  }, 30_000)
  return () => clearInterval(timer)
}

/** The current time in epoch milliseconds. Updates every 30 seconds. */
export const useNow = (): number => useSyncExternalStore(tick, () => nowMs)

/** An instant in local time, with UTC on hover. */
export function ExactTime({ instant }: { instant: string }): ReactNode {
  return (
    <time dateTime={instant} title={exactTime(instant)}>
      {shortTime(instant)}
    </time>
  )
}

/** An instant as relative time, with local time and UTC on hover. */
export function TimeText({ instant }: { instant: string }): ReactNode {
  const now = useNow()
  return (
    <time dateTime={instant} title={exactTime(instant)}>
      {ago(instant, Math.max(now, Date.parse(instant)))}
    </time>
  )
}
