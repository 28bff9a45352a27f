import type { Slots } from '../../../shared/engine/slots.ts'
import { keyPattern } from './define-flags.ts'

/** Distinct counters between two reports. Specification, section 9. */
const maxCounters = 10_000

export type CountRow = { readonly flag: string; readonly variant: string | null; readonly count: number }
export type TakenCounts = { readonly rows: readonly CountRow[]; readonly dropped: number }

export type EvaluationCounter = {
  /** Counts one evaluation that ended in this slot. */
  readonly hit: (slot: number) => void
  /** Switches to the slots of another datafile. Counts so far are kept. */
  readonly bind: (slots: Slots) => void
  /** Returns everything counted since the last call. */
  readonly take: () => TakenCounts
}

/**
 * Counts evaluations by flag and variant, in one typed array, so that counting allocates nothing. After `max` distinct
 * counters since the last `take`, further ones are dropped, and `dropped` reports how many evaluations.
 */
export const createEvaluationCounter = (slots: Slots, max = maxCounters): EvaluationCounter => {
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

  /** Moves the counts from slots to flag and variant names. */
  const settle = () => {
    for (const slot of met.subarray(0, metLength)) {
      const named = bound.list[slot]
      const count = counts[slot] ?? 0
      counts[slot] = 0
      // Code may evaluate a key that no flag can have. The server would reject a report with it.
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
