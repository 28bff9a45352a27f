import type { Measured } from './outcome.ts'

/** What a counter counts: one variant of one flag; null is the caller's default; and by what run it is measured. */
interface Slot {
  readonly flag: string
  readonly variant: string | null
  readonly measured: Measured | null
}

/**
 * The counters of a datafile and all its patches. A slot is given out when the first outcome of its flag and variant is
 * built, and keeps its meaning for good, so counts survive a patch.
 */
export interface Slots {
  /** What each slot counts; grows. */
  readonly list: readonly Slot[]
  of(flag: string, variant: string | null, measured?: Measured | null): number
}

export const createSlots = (): Slots => {
  const list: Slot[] = []
  // Few slots a flag, many flags: a short list takes a fraction of what a map of its own would.
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
