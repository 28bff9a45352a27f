import { limits } from '../limits.ts'

/** Bytes per event including indexes, used until there are enough events to measure. Source: docs/guides/events.md. */
const bytesAnEvent = 146

/** The number of events per day from which a single PostgreSQL is not recommended. */
const postgresEventsPerDay = 5_000_000

/** The disk space of a server's events, and how long the disk lasts. */
export type EventStorageForecast = {
  /** The size at which retention keeps the events from growing further. */
  readonly settlesAtBytes: number
  /** Whole days until the disk is full at the current rate. Null if unknown, or if the size settles before. */
  readonly daysLeft: number | null
  readonly isTooMuch: boolean
}

/**
 * Estimates the disk space of events from the rate of the last day. `freeBytes`: free disk space, null if the database
 * runs on another machine.
 */
export const forecastEventStorage = (
  { rows, bytes, lastDay }: { rows: number; bytes: number; lastDay: number },
  freeBytes: number | null,
): EventStorageForecast => {
  const each = rows < 10_000 ? bytesAnEvent : bytes / rows
  const aDay = each * lastDay
  const settlesAtBytes = Math.round(aDay * limits.eventsKeptDays)
  const grows = Math.max(0, settlesAtBytes - bytes)
  const fits = freeBytes === null || aDay === 0 || grows <= freeBytes
  return {
    settlesAtBytes,
    daysLeft: fits ? null : Math.floor(freeBytes / aDay),
    isTooMuch: lastDay >= postgresEventsPerDay,
  }
}
