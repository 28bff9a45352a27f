import type { MeasuringRun } from './outcome.ts'

/** What a counter counts: a variant of a flag (null is the caller's default), and the run that measures it. */
interface Slot {
  readonly flag: string
  readonly variant: string | null
  readonly measured: MeasuringRun | null
}

/**
 * The counters of a datafile and all of its patches. A slot is assigned when the first outcome of its flag and variant
 * is built. Its meaning never changes, so counts survive patches.
 */
export interface Slots {
  /** The meaning of each slot. Append-only. */
  readonly list: readonly Slot[]
  of(flag: string, variant: string | null, measured?: MeasuringRun | null): number
}

export const createSlots = (): Slots => {
  const list: Slot[] = []
  // Flags have few slots, so a short list takes much less memory than a map per flag.
  const known = new Map<string, number[]>()
  return {
    list,
    of(flag, variant, measured = null) {
      const slots = known.get(flag) ?? []
      if (slots.length === 0) known.set(flag, slots)
      const found = slots.find((slot) => list[slot]?.variant === variant && list[slot].measured?.run === measured?.run)
      if (found !== undefined) return found
      const slot = list.push({ flag, variant, measured }) - 1
      slots.push(slot)
      return slot
    },
  }
}
