import type { Condition } from '../schemas/condition.ts'

/**
 * The cells in which a condition must be true, and the number of cells. In cells that do not matter, it may have any
 * result.
 */
export interface WantedCells {
  readonly size: number
  readonly cells: ReadonlySet<number>
  readonly matters: (cell: number) => boolean
}

/** A condition for a variable, and the cells in which it is true, including those that do not matter. */
export interface CellCondition {
  readonly condition: Condition
  readonly holds: (cell: number) => boolean
}

/** A candidate condition. It is built only if it is used, because lists can be long. */
export interface ConditionCandidate {
  readonly said: () => Condition
  readonly holds: (cell: number) => boolean
  readonly words: number
}

export const matchesWantedCells = (
  { size, cells, matters }: WantedCells,
  holds: (cell: number) => boolean,
): boolean => {
  for (let cell = 0; cell < size; cell += 1) if (matters(cell) && holds(cell) !== cells.has(cell)) return false
  return true
}

/** Returns the shortest exact condition: one candidate, or two combined. */
export const synthesizeCondition = (
  wanted: WantedCells,
  sayings: readonly ConditionCandidate[],
): CellCondition | undefined => {
  const sorted = [...sayings].sort((a, b) => a.words - b.words)
  const alone = sorted.find(({ holds }) => matchesWantedCells(wanted, holds))
  if (alone !== undefined) return { condition: alone.said(), holds: alone.holds }
  const few = sorted.slice(0, 60)
  for (const [at, a] of few.entries()) {
    for (const b of few.slice(0, at)) {
      const both = (cell: number) => a.holds(cell) && b.holds(cell)
      if (matchesWantedCells(wanted, both)) return { condition: { all: [b.said(), a.said()] }, holds: both }
      const either = (cell: number) => a.holds(cell) || b.holds(cell)
      if (matchesWantedCells(wanted, either)) return { condition: { any: [b.said(), a.said()] }, holds: either }
    }
  }
  return undefined
}

export const joined = (conditions: readonly Condition[]): Condition => {
  const [only] = conditions
  return only !== undefined && conditions.length === 1 ? only : { any: [...conditions] }
}

const cellsOf = ({ size, cells, matters }: WantedCells): number[] =>
  Array.from({ length: size }, (_, cell) => cell).filter((cell) => cells.has(cell) && matters(cell))

export const cellByCell = (wanted: WantedCells, conditionOf: (cell: number) => Condition): CellCondition => {
  const cells = cellsOf(wanted)
  const held = new Set(cells)
  return { condition: joined(cells.map(conditionOf)), holds: (cell) => held.has(cell) }
}
