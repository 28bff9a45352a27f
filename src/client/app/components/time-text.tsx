import { type ReactNode, useSyncExternalStore } from 'react'
import { locale } from '../../../shared/text/time/locale.ts'
import { readerLocale } from '../../../shared/text/time/reader-locale.ts'

const clock = new Intl.DateTimeFormat(readerLocale, { hour: '2-digit', minute: '2-digit' })
const absolute = new Intl.DateTimeFormat(readerLocale, { dateStyle: 'medium', timeStyle: 'short' })
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

/** The time of day in the reader's zone, as `14:02`. */
export const clockTime = (epochMs: number): string => clock.format(epochMs)

/** The date and time of day in the reader's zone, as `19 Nov 2026, 14:02`. */
export const dateAndTime = (epochMs: number): string => absolute.format(epochMs)

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** How long ago, in the largest unit that fits: `3 hours ago`, `yesterday`, `just now`. */
export const ago = (instant: string, nowMs: number): string => {
  const seconds = (Date.parse(instant) - nowMs) / 1_000
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit)
  return 'just now'
}

/** An instant in the reader's zone: `19 Nov 2026, 14:02`. */
export const shortTime = (instant: string): string => absolute.format(new Date(instant))

/** An instant in the reader's zone with UTC beside it: `19 Nov 2026, 14:02 Europe/Oslo (2026-11-19 13:02 UTC)`. */
export const exactTime = (instant: string): string => {
  const date = new Date(instant)
  return `${absolute.format(date)} ${zone} (${date.toISOString().slice(0, 16).replace('T', ' ')} UTC)`
}

/** An instant in the form of a `datetime-local` field: the reader's zone, to the minute. */
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

/** The time, in epoch milliseconds, told again every half a minute. */
export const useNow = (): number => useSyncExternalStore(tick, () => nowMs)

/** An instant in the reader's zone, with UTC beside it on hover. */
export function ExactTime({ instant }: { instant: string }): ReactNode {
  return (
    <time dateTime={instant} title={exactTime(instant)}>
      {shortTime(instant)}
    </time>
  )
}

/** An instant: how long ago, with the exact time in the reader's zone and in UTC on hover. */
export function TimeText({ instant }: { instant: string }): ReactNode {
  const now = useNow()
  return (
    <time dateTime={instant} title={exactTime(instant)}>
      {ago(instant, Math.max(now, Date.parse(instant)))}
    </time>
  )
}
