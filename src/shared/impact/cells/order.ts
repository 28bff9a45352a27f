import type { Leaf } from '../../schemas/condition.ts'
import { cellsFrom, merged, type Question, type Variable } from './variable.ts'

/** An order: how to parse and compare values, and what lies between them. */
export interface Order<Point> {
  parse(value: unknown): Point | undefined
  compare(a: Point, b: Point): number
  /** Whether nothing lies between two neighbors. Undefined is the end of the line. */
  adjoin(low: Point | undefined, high: Point | undefined): boolean
  /** Example values at a point, and between two points. */
  at(point: Point): readonly unknown[]
  between(low: Point | undefined, high: Point | undefined): readonly unknown[]
}

/** A limit that a leaf compares with, and the comparison results for which it is true. */
export interface Limit<Point> {
  readonly leaf: Leaf
  readonly point: Point
  readonly holds: (order: number) => boolean
}

/**
 * Partitions an ordered line at limits. Cell 0 means that the value has no place in the order; then a range, the first
 * limit, a range, the next limit …
 */
export const divideOrder = <Point>(order: Order<Point>, limits: readonly Limit<Point>[]): Variable => {
  const points: Point[] = []
  for (const { point } of [...limits].sort((a, b) => order.compare(a.point, b.point))) {
    const last = points.at(-1)
    if (last === undefined || order.compare(last, point) !== 0) points.push(point)
  }
  const size = 2 * points.length + 2
  const cellAt = (point: Point): number => {
    let [low, high] = [0, points.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const compared = order.compare(point, points[middle] as Point)
      if (compared === 0) return 2 * middle + 2
      if (compared < 0) high = middle
      else low = middle + 1
    }
    return 2 * low + 1
  }
  const isStretch = (cell: number) => cell % 2 === 1
  const ends = (cell: number) => [points[(cell - 3) / 2], points[(cell - 1) / 2]] as const
  const some = cellsFrom(1, size)
  for (let cell = 1; cell < size; cell += 2) if (order.adjoin(...ends(cell))) some.delete(cell)

  const questions = limits.map(({ leaf, point, holds }): Question => {
    const at = cellAt(point)
    const cells = new Set<number>()
    for (let cell = 1; cell < size; cell += 1) if (holds(cell - at)) cells.add(cell)
    return { leaf, holds: cells }
  })
  return merged({
    size,
    cellOf: (value) => {
      const point = order.parse(value)
      return point === undefined ? 0 : cellAt(point)
    },
    questions,
    any: new Set([0, ...some]),
    some,
    samples: (cell) =>
      cell === 0 ? [] : isStretch(cell) ? order.between(...ends(cell)) : order.at(points[cell / 2 - 1] as Point),
  })
}
