import { limits } from '../../../shared/limits.ts'
import type { DueWarehouseQuery } from './queries.ts'

type SliceProgress = Pick<
  DueWarehouseQuery,
  'since' | 'readUntil' | 'roundAt' | 'sliceFrom' | 'everyMs' | 'lookBackMs' | 'interrupted'
>

/** A time range to read at once, and the fact's state afterwards. */
export type WarehouseSlice = { readonly from: Date; readonly to: Date; readonly after: ReturnType<typeof afterSlice> }

/**
 * The next slice of a fact, at most a day long. A round reads up to the time when it began. It starts the look-back
 * period before the existing data, or at the fact's start. Data older than the event retention is skipped. Null if the
 * round is complete.
 */
export function nextSliceOf(fact: SliceProgress, now: Date): WarehouseSlice | null {
  const { since, readUntil, lookBackMs } = fact
  const roundAt = fact.roundAt ?? now
  const oldest = now.getTime() - (limits.eventsKeptDays - 1) * 24 * 3_600_000
  const begin = fact.sliceFrom?.getTime() ?? (readUntil === null ? since.getTime() : readUntil.getTime() - lookBackMs)
  const from = Math.max(begin, since.getTime(), oldest)
  // a server may have crashed because the last slice was too large
  const longestMs = fact.interrupted === 0 ? limits.sliceLongestMs : limits.retriedSliceLongestMs
  const to = Math.min(from + longestMs, roundAt.getTime())
  if (to <= from) return null
  return { from: new Date(from), to: new Date(to), after: afterSlice(fact, roundAt, new Date(to), now) }
}

const afterSlice = (fact: SliceProgress, roundAt: Date, to: Date, now: Date) => {
  const isDone = to >= roundAt
  const readUntil = fact.readUntil !== null && fact.readUntil > to ? fact.readUntil : to
  return {
    ...{ readUntil, failures: 0, problem: null, interrupted: 0 },
    ...(isDone ? nextRound(fact, roundAt) : { roundAt, sliceFrom: to, dueAt: now }),
  }
}

/** The state of a fact after a round that began at `roundAt`. */
export const nextRound = ({ everyMs }: Pick<SliceProgress, 'everyMs'>, roundAt: Date) => ({
  ...{ roundAt: null, sliceFrom: null },
  dueAt: new Date(roundAt.getTime() + everyMs),
})
