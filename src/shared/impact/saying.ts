import type { Condition } from '../schemas/condition.ts'

/** Cells that a condition must hold in, those it must not, and how many there are; the rest do not matter. */
export interface Wanted {
  readonly size: number
  readonly cells: ReadonlySet<number>
  readonly matters: (cell: number) => boolean
}

/** What is said of a variable: a condition and the cells in which it holds, of those that do not matter too. */
export interface Phrase {
  readonly condition: Condition
  readonly holds: (cell: number) => boolean
}

/** Something that can be said; only what is said is put in words, for lists can be long. */
export interface Saying {
  readonly said: () => Condition
  readonly holds: (cell: number) => boolean
  readonly words: number
}

export const says = ({ size, cells, matters }: Wanted, holds: (cell: number) => boolean): boolean => {
  for (let cell = 0; cell < size; cell += 1) if (matters(cell) && holds(cell) !== cells.has(cell)) return false
  return true
}

/** The shortest of what is offered that says exactly what is wanted: one saying, or two together. */
export const shortest = (wanted: Wanted, sayings: readonly Saying[]): Phrase | undefined => {
  const sorted = [...sayings].sort((a, b) => a.words - b.words)
  const alone = sorted.find(({ holds }) => says(wanted, holds))
  if (alone !== undefined) return { condition: alone.said(), holds: alone.holds }
  const few = sorted.slice(0, 60)
  for (const [at, a] of few.entries()) {
    for (const b of few.slice(0, at)) {
      const both = (cell: number) => a.holds(cell) && b.holds(cell)
      if (says(wanted, both)) return { condition: { all: [b.said(), a.said()] }, holds: both }
      const either = (cell: number) => a.holds(cell) || b.holds(cell)
      if (says(wanted, either)) return { condition: { any: [b.said(), a.said()] }, holds: either }
    }
  }
  return undefined
}

export const joined = (conditions: readonly Condition[]): Condition => {
  const [only] = conditions
  return only !== undefined && conditions.length === 1 ? only : { any: [...conditions] }
}

const cellsOf = ({ size, cells, matters }: Wanted): number[] =>
  Array.from({ length: size }, (_, cell) => cell).filter((cell) => cells.has(cell) && matters(cell))

export const cellByCell = (wanted: Wanted, conditionOf: (cell: number) => Condition): Phrase => {
  const cells = cellsOf(wanted)
  const held = new Set(cells)
  return { condition: joined(cells.map(conditionOf)), holds: (cell) => held.has(cell) }
}
