/** Numbers from 0 up in the order in which they come, kept without an object each. */
export interface Numbers {
  readonly length: number
  at(index: number): number
  set(index: number, value: number): void
  /** Makes room for so many more, and says where it begins. */
  room(count: number): number
  /** Forgets all from an index on. */
  cut(length: number): void
}

/** Whole numbers in one array that grows. */
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

/** Spreads whole numbers over 32 bits. */
export const mixed = (hash: number, next: number): number => {
  const turned = Math.imul(hash ^ next, 0x9e3779b1)
  return turned ^ (turned >>> 15)
}
