import { mixed } from './numbers.ts'

/** A map from three numbers to a number; -1 if there is no entry. */
export interface Triples {
  get(a: number, b: number, c: number): number
  set(a: number, b: number, c: number, value: number): void
}

/** Creates a map from three integers from 0 up, in one typed array. Neither entries nor lookups allocate. */
export const createTriples = (): Triples => {
  let mask = 255
  let slots = new Int32Array((mask + 1) * 4).fill(-1)
  let count = 0

  /** Returns the slot of a key, or the free slot for it. */
  const slotOf = (a: number, b: number, c: number): number => {
    for (let at = mixed(mixed(mixed(0, a), b), c) & mask; ; at = (at + 1) & mask) {
      const slot = at * 4
      if (slots[slot] === -1 || (slots[slot] === a && slots[slot + 1] === b && slots[slot + 2] === c)) return slot
    }
  }

  const put = (a: number, b: number, c: number, value: number) => {
    const slot = slotOf(a, b, c)
    slots[slot] = a
    slots[slot + 1] = b
    slots[slot + 2] = c
    slots[slot + 3] = value
  }

  return {
    get: (a, b, c) => slots[slotOf(a, b, c) + 3] as number,
    set: (a, b, c, value) => {
      count += 1
      if (count * 2 > mask) {
        const old = slots
        mask = mask * 4 + 3
        slots = new Int32Array((mask + 1) * 4).fill(-1)
        for (let slot = 0; slot < old.length; slot += 4) {
          const [one, two, three, four] = [old[slot], old[slot + 1], old[slot + 2], old[slot + 3]] as number[]
          if (one !== -1) put(one as number, two as number, three as number, four as number)
        }
      }
      put(a, b, c, value)
    },
  }
}
