/** A growable list of numbers from 0 up, without an object per number. */
export interface Numbers {
  readonly length: number
  at(index: number): number
  set(index: number, value: number): void
  /** Reserves space for `count` numbers, and returns the index of the first. */
  room(count: number): number
  /** Removes all numbers from an index on. */
  cut(length: number): void
}

/** Creates a list that is backed by one growing typed array. */
export const createNumbers = (): Numbers => {
  let list = new Int32Array(1_024)
  let length = 0
  return {
    get length() {
      return length
    },
    at: (index) => list[index] as number,
    set: (index, value) => {
      list[index] = value
    },
    room: (count) => {
      const from = length
      length += count
      if (length > list.length) {
        const grown = new Int32Array(2 ** Math.ceil(Math.log2(length + 1)))
        grown.set(list)
        list = grown
      }
      return from
    },
    cut: (shorter) => {
      length = shorter
    },
  }
}

/** Mixes an integer into a 32-bit hash. */
export const mixed = (hash: number, next: number): number => {
  const turned = Math.imul(hash ^ next, 0x9e3779b1)
  return turned ^ (turned >>> 15)
}
