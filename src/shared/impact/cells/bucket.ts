import { hashOf } from '../../engine/bucketing/hash-of.ts'
import { firstHash, line, unitText } from '../../engine/bucketing/native.ts'
import type { Point } from '../../schemas/point.ts'
import { cellsFrom, type Variable } from './variable.ts'

/** How a unit is placed in the bucket space: by a salt, with the native or the portable hash. */
export type Line = { readonly salt: string; readonly hash?: Point['hash'] }

/** Returns the bucket space of a point. `salt` applies if the point names none. */
export const lineOf = (point: Point | undefined, salt: string): Line => ({
  salt: point?.salt ?? salt,
  ...(point?.hash !== undefined && { hash: point.hash }),
})

/** Returns a text that is equal for equal bucket spaces. */
export const nameOfLine = ({ salt, hash }: Line): string => `${hash ?? 'native'}:${salt}`

/**
 * A unit's position in one bucket space. Cell 0 means no unit; the other cells are the ranges between cuts, in order.
 */
export interface Buckets extends Omit<Variable, 'questions'> {
  /** Returns the cells of a half-open range whose ends are cuts. */
  cellsOf(from: number, to: number): ReadonlySet<number>
  /** Returns the ends of a cell other than 0. */
  endsOf(cell: number): readonly [from: number, to: number]
}

export const divideBuckets = (own: Line, cuts: Iterable<number>): Buckets => {
  const at = [...new Set([0, line, ...cuts])].sort((a, b) => a - b)
  const hashes = at.map(firstHash)
  const hashed = hashOf(own, own.salt)
  const size = at.length
  const indexOf = new Map(at.map((cut, index) => [cut, index]))
  return {
    size,
    cellOf: (value) => {
      const text = unitText(value)
      if (text === undefined) return 0
      const hash = hashed(text) >>> 0
      let [low, high] = [0, size - 1]
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((hashes[middle] as number) <= hash) low = middle
        else high = middle - 1
      }
      return low + 1
    },
    cellsOf: (from, to) => {
      const [first, last] = [indexOf.get(from) as number, indexOf.get(to) as number]
      return cellsFrom(first + 1, last + 1)
    },
    endsOf: (cell) => [at[cell - 1] as number, at[cell] as number],
    any: cellsFrom(0, size),
    some: cellsFrom(1, size),
    samples: () => [],
  }
}
