import { createTriples } from '../triples.ts'

export const none = 0

/** Interned sequences of integers from 0 up, represented as numbers. Equal sequences are equal numbers. */
export interface Sequences {
  readonly and: (sequence: number, next: number) => number
  readonly lastOf: (sequence: number) => number
  readonly all: (sequence: number) => number[]
}

export const createSequences = (): Sequences => {
  const known = createTriples()
  const before = [none]
  const last = [-1]
  return {
    and: (sequence, next) => {
      const found = known.get(sequence, next, 0)
      if (found !== -1) return found
      before.push(sequence)
      last.push(next)
      known.set(sequence, next, 0, last.length - 1)
      return last.length - 1
    },
    lastOf: (sequence) => last[sequence] as number,
    all: (sequence) => {
      const found: number[] = []
      for (let at = sequence; at !== none; at = before[at] as number) found.push(last[at] as number)
      return found.reverse()
    },
  }
}
