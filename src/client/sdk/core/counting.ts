import type { Slots } from '../../../shared/engine/slots.ts'
import { keyPattern } from './define-flags.ts'

/** Specification, section 9: distinct counters between two reports. */
const maxCounters = 10_000

export type CountRow = { readonly flag: string; readonly variant: string | null; readonly count: number }
export type Counted = { readonly rows: readonly CountRow[]; readonly dropped: number }

export type Counting = {
  /** Counts one evaluation that ended in this slot. */
  readonly hit: (slot: number) => void
  /** Goes over to the slots of another datafile; what was counted so far is kept. */
  readonly bind: (slots: Slots) => void
  /** Everything counted since the last call. */
  readonly take: () => Counted
}

/**
 * Counts evaluations by flag and variant: one number in a typed array each, so that counting allocates nothing. Once
 * `max` different ones were met since the last `take`, further ones are dropped, and how often is told.
 */
export const createCounting = (slots: Slots, max = maxCounters): Counting => {
  let bound = slots
  let counts = new Uint32Array(64)
  const met = new Uint32Array(max)
  let metLength = 0
  let dropped = 0
  const settled = new Map<string, CountRow>()

  const firstHit = (slot: number) => {
    if (slot < 0 || metLength + settled.size >= max) {
      dropped += 1
      return
    }
    if (slot >= counts.length) {
      const larger = new Uint32Array(2 ** Math.ceil(Math.log2(slot + 1)))
      larger.set(counts)
      counts = larger
    }
    counts[slot] = 1
    met[metLength] = slot
    metLength += 1
  }

  /** Names what was counted by slot. */
  const settle = () => {
    for (const slot of met.subarray(0, metLength)) {
      const named = bound.list[slot]
      const count = counts[slot] ?? 0
      counts[slot] = 0
      // A key that no flag can have may be asked for all the same; the server would refuse a report with it.
      if (named === undefined || !keyPattern.test(named.flag)) {
        dropped += count
        continue
      }
      const id = `${named.flag}\0${named.variant ?? '\0'}`
      const { flag, variant } = named
      settled.set(id, { flag, variant, count: count + (settled.get(id)?.count ?? 0) })
    }
    metLength = 0
  }

  return {
    hit: (slot) => {
      const count = counts[slot]
      if (count === undefined || count === 0) firstHit(slot)
      else counts[slot] = count + 1
    },
    bind: (next) => {
      if (next === bound) return
      settle()
      bound = next
    },
    take: () => {
      settle()
      const counted = { rows: [...settled.values()], dropped }
      settled.clear()
      dropped = 0
      return counted
    },
  }
}
