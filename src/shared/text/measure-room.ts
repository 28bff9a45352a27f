import { limits } from '../limits.ts'

/** Bytes that an event takes with its index, where there are too few to tell from: measured, docs/guides/events.md. */
const bytesAnEvent = 146

/** From so many events a day one PostgreSQL is not meant for it. */
const eventsADayMeant = 5_000_000

/** What the events of a server take, and how long the disk lasts. */
export type MeasureRoom = {
  /** What they come to once as many days are kept as are kept: they grow no further. */
  readonly settlesAtBytes: number
  /** Whole days until the disk is full at this pace; null where it isn’t known, or they settle before. */
  readonly daysLeft: number | null
  readonly isTooMuch: boolean
}

/** How much room events will take at the pace of the last day. `freeBytes`: of the disk, null where the database is elsewhere. */
export const measureRoom = (
  { rows, bytes, lastDay }: { rows: number; bytes: number; lastDay: number },
  freeBytes: number | null,
): MeasureRoom => {
  const each = rows < 10_000 ? bytesAnEvent : bytes / rows
  const aDay = each * lastDay
  const settlesAtBytes = Math.round(aDay * limits.eventsKeptDays)
  const grows = Math.max(0, settlesAtBytes - bytes)
  const fits = freeBytes === null || aDay === 0 || grows <= freeBytes
  return {
    settlesAtBytes,
    daysLeft: fits ? null : Math.floor(freeBytes / aDay),
    isTooMuch: lastDay >= eventsADayMeant,
  }
}
