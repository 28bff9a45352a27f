import { canonicalJson } from '../../datafile/canonical-json.ts'
import { lineOf } from '../../engine/extended/line.ts'
import { locator, rangeTestOf } from '../../engine/extended/point.ts'
import type { Condition } from '../../schemas/condition.ts'
import type { ExtendedPoint, Normalisation, Within } from '../../schemas/extended-point.ts'
import { cellsFrom, type Variable } from '../cells/variable.ts'
import { type CellCondition, matchesWantedCells, type WantedCells } from '../condition-synthesis.ts'
import { undecidableDocument } from '../undecided.ts'
import { everyModule } from './every-module.ts'
import { runWithOwnBudget, stateOf } from './standalone-verdicts.ts'

type ScaleRange = Pick<Within, 'lo' | 'hi' | 'bounds'>

/** A context's point on another vendor's scale. Cell 0 means no unit; then ranges and cuts alternate. */
export interface PartitionedScale {
  readonly variable: Variable
  /** Returns the cells in a range. */
  readonly cellsOf: (stretch: ScaleRange) => ReadonlySet<number>
  readonly say: (wanted: WantedCells) => CellCondition | undefined
  /** Returns the share of the scale that some cells cover, from 0 to 1. */
  readonly shareOf: (cells: ReadonlySet<number>) => number
  /** Returns the width of a cell relative to the others, as points or as a length; undefined if unknown. */
  readonly widthOf: (cell: number) => bigint | undefined
  /** What is hashed, and how. Equal texts mean that points are correlated. */
  readonly hashed: string
}

/** The points that a normalization can produce: those of a lattice, or everything up to an end. */
interface Points {
  /** Returns how many points are below a number, out of `all`. For scales without a lattice, a length. */
  readonly below: (at: number) => number
  readonly all: number
  /** Whether the points can be counted. */
  readonly counted: boolean
  /** Whether a point may lie strictly between two numbers, or on one. */
  readonly between: (low: number, high: number) => boolean
  readonly on: (at: number) => boolean
}

const lattice = (count: number, imageOf: (step: number) => number, stepOf: (at: number) => number): Points => {
  const near = (at: number): number[] => {
    const middle = Math.floor(stepOf(at))
    return [-2, -1, 0, 1, 2, 3].map((more) => middle + more).filter((step) => step >= 0 && step < count)
  }
  const below = (at: number): number => {
    if (at === Number.NEGATIVE_INFINITY) return 0
    if (at === Number.POSITIVE_INFINITY) return count
    // Counts by the points' own values: rounding makes the number of a step unreliable.
    const [first] = near(at).filter((step) => imageOf(step) >= at)
    return first ?? Math.min(count, Math.max(0, Math.ceil(stepOf(at))))
  }
  const fits = (low: number, high: number) => (step: number) => imageOf(step) > low && imageOf(step) < high
  return {
    below,
    all: count,
    counted: true,
    between: (low, high) =>
      [0, count - 1, ...(Number.isFinite(low) ? near(low) : []), ...(Number.isFinite(high) ? near(high) : [])].some(
        fits(low, high),
      ),
    on: (at) => near(at).some((step) => imageOf(step) === at),
  }
}

const unbroken = (end: number): Points => ({
  below: (at) => Math.min(end, Math.max(0, at)),
  all: end,
  counted: false,
  between: (low, high) => low < end && high > 0,
  on: (at) => at >= 0 && at <= end,
})

const anywhere: Points = { below: () => 0, all: 1, counted: false, between: () => true, on: () => true }

/** Whether a part is a text of every value. */
const isAlwaysUnit = (part: ExtendedPoint['unit']['parts'][number]): boolean => {
  if ('literal' in part) return true
  return part.optional === true || (part.orElse !== undefined && (part.str === 'js' || part.str === 'jsJoin'))
}

/** Whether every context has a unit. */
const hasUnit = ({ noUnit, unit: { parts, requires } }: ExtendedPoint): boolean =>
  noUnit === 'zero' || (requires === undefined && parts.every(isAlwaysUnit))

const negligibleShare = 2 ** -40

/** Whether a line has so many points that a single one is nobody’s: to find a user there takes 2⁵⁰ hashes. */
const isLong = ({ norm, hash }: ExtendedPoint): boolean =>
  norm.kind === 'div' && hash.algorithm === 'sha1-prefix' && 16 ** (hash.hex ?? 15) >= 2 ** 50

/** Of lines without points to count: cuts of all systems have fewer digits. */
const lengths = 1e12

const pointsOf = (norm: Normalisation, hash: ExtendedPoint['hash']): Points => {
  const line = lineOf(norm, hash)
  if (line === null) return anywhere
  return 'count' in line ? lattice(line.count, line.imageOf, line.stepOf) : unbroken(line.end)
}

/** Partitions a scale at cuts. `locate` returns the point of a value; undefined without a unit. */
export const partitionScale = (
  point: ExtendedPoint,
  cuts: Iterable<number>,
  locate: (value: unknown) => number | undefined,
): PartitionedScale => {
  const at = [...new Set(cuts)].sort((a, b) => a - b)
  const points = pointsOf(point.norm, point.hash)
  // Additional points: 0 without a unit, and the fixed point of an empty text.
  const further = [
    ...(point.noUnit === 'zero' ? [0] : []),
    ...point.unit.parts.flatMap((part) => ('emptyIs' in part && part.emptyIs !== undefined ? [part.emptyIs] : [])),
  ]
  const size = 2 * at.length + 2
  const endsOf = (cell: number): readonly [number, number] => [
    at[(cell - 3) / 2] ?? Number.NEGATIVE_INFINITY,
    at[(cell - 1) / 2] ?? Number.POSITIVE_INFINITY,
  ]
  const isCut = (cell: number) => cell % 2 === 0
  const cutOf = (cell: number) => at[cell / 2 - 1] as number
  const cellAt = (place: number): number => {
    let [low, high] = [0, at.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((at[middle] as number) === place) return 2 * middle + 2
      if ((at[middle] as number) > place) high = middle
      else low = middle + 1
    }
    return 2 * low + 1
  }
  const sampleOf = (cell: number): number => {
    if (isCut(cell)) return cutOf(cell)
    const [low, high] = endsOf(cell)
    if (low === Number.NEGATIVE_INFINITY) return high === Number.POSITIVE_INFINITY ? 0 : high - Math.abs(high) - 1
    return high === Number.POSITIVE_INFINITY ? low + Math.abs(low) + 1 : low / 2 + high / 2
  }
  /** Returns the number of points in a cell, or its length. */
  const pointsIn = (cell: number): number => {
    if (cell === 0) return 0
    if (isCut(cell)) return points.counted && points.on(cutOf(cell)) ? 1 : 0
    const [low, high] = endsOf(cell)
    const before = points.below(low) + (points.counted && points.on(low) ? 1 : 0)
    return Math.max(0, points.below(high) - before)
  }
  /** Whether a cell takes less of a long line than any user will ever be found in, such as the very end of 2⁶⁰ points. */
  const isNegligible = (cell: number): boolean => {
    if (!isLong(point)) return false
    const isFurther = further.some((one) => cellAt(one) === cell)
    return !isFurther && pointsIn(cell) / points.all < negligibleShare
  }
  const some = cellsFrom(1, size)
  for (const cell of [...some]) {
    const [low, high] = endsOf(cell)
    const there = isCut(cell)
      ? points.on(cutOf(cell)) || further.includes(cutOf(cell))
      : points.between(low, high) || further.some((one) => one > low && one < high)
    if (!there || isNegligible(cell)) some.delete(cell)
  }
  const within = (stretch: ScaleRange): Condition => ({ within: { point, ...stretch } })
  const unplaced: Condition = { not: within({ bounds: '[]' }) }

  /** Writes a run of cells as one range, or as two if both of its ends are open. */
  const runOf = (from: number, to: number): Condition => {
    const [low] = endsOf(from)
    const [, high] = endsOf(to)
    const lo = isCut(from) ? cutOf(from) : low
    const hi = isCut(to) ? cutOf(to) : high
    const [opens, shuts] = [!isCut(from), isCut(to)]
    const ends = { ...(Number.isFinite(lo) && { lo }), ...(Number.isFinite(hi) && { hi }) }
    if (!opens || lo === Number.NEGATIVE_INFINITY) return within({ ...ends, bounds: shuts ? '[]' : '[)' })
    if (shuts || hi === Number.POSITIVE_INFINITY) return within({ ...ends, bounds: '(]' })
    return { all: [within({ lo, bounds: '(]' }), within({ hi, bounds: '[)' })] }
  }

  return {
    variable: {
      size,
      cellOf: (value) => {
        const place = locate(value)
        return place === undefined || Number.isNaN(place) ? 0 : cellAt(place)
      },
      questions: [],
      any: new Set([...(hasUnit(point) ? [] : [0]), ...some]),
      some,
      samples: () => [],
    },
    cellsOf: (stretch) => {
      const holds = rangeTestOf(stretch)
      return new Set([...cellsFrom(1, size)].filter((cell) => holds(sampleOf(cell))))
    },
    say: (wanted) => {
      if (matchesWantedCells(wanted, () => true)) return undefined
      const runs: [number, number][] = []
      let open: [number, number] | undefined
      for (let cell = 1; cell < size; cell += 1) {
        if (!wanted.matters(cell)) continue
        if (!wanted.cells.has(cell)) open = undefined
        else if (open === undefined) {
          open = [cell, cell]
          runs.push(open)
        } else open[1] = cell
      }
      const held = new Set(runs.flatMap(([from, to]) => [...cellsFrom(from, to + 1)]))
      const without = wanted.cells.has(0) && wanted.matters(0)
      if (without) held.add(0)
      const said = [...(without ? [unplaced] : []), ...runs.map(([from, to]) => runOf(from, to))]
      const [only] = said
      return {
        condition: only !== undefined && said.length === 1 ? only : { any: said },
        holds: (cell) => held.has(cell),
      }
    },
    shareOf: (cells) => [...cells].reduce((sum, cell) => sum + pointsIn(cell), 0) / points.all,
    widthOf: (cell) => {
      if (points === anywhere) return undefined
      return BigInt(points.counted ? pointsIn(cell) : Math.round((pointsIn(cell) / points.all) * lengths))
    },
    hashed: canonicalJson([point.unit, point.hash]),
  }
}

/** Returns the point of a whole context. Throws `extendedDocument` for random hashes. */
export const createPointLocator = (point: ExtendedPoint, nowMs: number): ((context: unknown) => number | undefined) => {
  if (point.hash.algorithm === 'random') throw undecidableDocument
  const locate = locator(point, everyModule)
  return (context) => runWithOwnBudget(() => locate(stateOf(context as object, nowMs)), undefined)
}

/** Returns the point for a value of the single attribute that the unit consists of. */
export const locatorOf = (point: ExtendedPoint, nowMs: number): ((value: unknown) => number | undefined) => {
  const parts = point.unit.parts.map((part) =>
    'literal' in part ? part : { ...part, attribute: { firstOf: [['v']] } },
  )
  const locate = createPointLocator({ ...point, unit: { ...point.unit, parts } }, nowMs)
  return (value) => locate({ v: value })
}
