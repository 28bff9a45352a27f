import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import { cellsFrom } from '../../cells/variable.ts'
import {
  type CellCondition,
  type ConditionCandidate,
  cellByCell,
  matchesWantedCells,
  synthesizeCondition,
  type WantedCells,
} from '../../condition-synthesis.ts'
import type { StableKinds } from '../stable-kinds.ts'
import { type TruthEnd, truths } from '../standalone-verdicts.ts'
import { lineWords } from './line-words.ts'

/** A comparison with a number. `less`, `equal` and `more` are its results for smaller, equal and larger values. */
export interface Ordering {
  readonly limit: number
  readonly less: boolean
  readonly equal: boolean
  readonly more: boolean
}

/** Partition of an attribute reference's values by number, between all limits. */
export interface NumberLine {
  readonly size: number
  /** Cell 0 means that the value does not count as a number; then ranges and limits alternate. */
  readonly cellOf: (value: unknown) => number
  readonly endIn: (ordering: Ordering, cell: number) => TruthEnd
  readonly any: ReadonlySet<number>
  readonly still: StableKinds
  readonly say: (wanted: WantedCells) => CellCondition | undefined
  readonly samples: (cell: number) => readonly unknown[]
}

const numberOf = (value: unknown, strict: boolean): number => {
  if (value === null || value === undefined) return 0
  // In strict dialects, lists and objects are not numbers.
  if (strict && typeof value === 'object') return Number.NaN
  try {
    return Number(value)
  } catch {
    return Number.NaN
  }
}

export const divideLine = (ref: AttributeRef, limits: Iterable<number>, strict: boolean): NumberLine => {
  const at = [...new Set([...limits].map((limit) => (limit === 0 ? 0 : limit)))].sort((a, b) => a - b)
  const size = 2 * at.length + 2
  const cellOf = (value: unknown): number => {
    const number = numberOf(value, strict)
    if (Number.isNaN(number)) return 0
    const above = at.findIndex((limit) => limit >= number)
    if (above < 0) return size - 1
    return at[above] === number ? 2 * above + 2 : 2 * above + 1
  }
  const limitCell = (limit: number): number => 2 * at.indexOf(limit === 0 ? 0 : limit) + 2
  const words = lineWords(ref, strict)
  const sayings: ConditionCandidate[] = [
    ...at.flatMap((limit): ConditionCandidate[] => {
      const cell = limitCell(limit)
      return [
        { said: () => words.less(limit), holds: (one) => one > 0 && one < cell, words: 2 },
        { said: () => words.upTo(limit), holds: (one) => one > 0 && one <= cell, words: 2 },
        { said: () => words.more(limit), holds: (one) => one > cell, words: 2 },
        { said: () => words.from(limit), holds: (one) => one >= cell, words: 2 },
        { said: () => ({ not: words.less(limit) }), holds: (one) => one === 0 || one >= cell, words: 2.5 },
        { said: () => ({ not: words.from(limit) }), holds: (one) => one < cell, words: 2.5 },
        { said: () => ({ not: words.more(limit) }), holds: (one) => one <= cell, words: 2.5 },
        { said: () => ({ not: words.upTo(limit) }), holds: (one) => one === 0 || one > cell, words: 2.5 },
      ]
    }),
    { said: words.number, holds: (one) => one > 0, words: 4 },
    { said: () => ({ not: words.number() }), holds: (one) => one === 0, words: 4.5 },
  ]
  /** Returns a condition for exactly one cell. */
  const exactly = (cell: number) => {
    if (cell === 0) return { not: words.number() }
    const [low, high] = [at[(cell - 3) / 2], at[(cell - 1) / 2]]
    if (cell % 2 === 0) return { all: [words.from(at[cell / 2 - 1] as number), words.upTo(at[cell / 2 - 1] as number)] }
    const ends = [...(low === undefined ? [] : [words.more(low)]), ...(high === undefined ? [] : [words.less(high)])]
    return ends.length === 0 ? words.number() : { all: ends }
  }
  return {
    size,
    cellOf,
    endIn: ({ limit, less, equal, more }, cell) => {
      if (cell === 0) return strict ? truths.fatal : truths.no
      const other = limitCell(limit)
      return (cell < other ? less : cell === other ? equal : more) ? truths.yes : truths.no
    },
    any: cellsFrom(0, size),
    still: {
      on: new Set(strict ? ['numbers', 'list', 'object'] : ['numbers']),
      named: [],
      limits: at,
      equality: false,
    },
    say: (wanted) =>
      matchesWantedCells(wanted, () => true)
        ? undefined
        : (synthesizeCondition(wanted, sayings) ?? cellByCell(wanted, exactly)),
    samples: (cell) => {
      if (cell === 0) return ['anna']
      if (cell % 2 === 0) return [at[cell / 2 - 1]]
      const [low, high] = [at[(cell - 3) / 2], at[(cell - 1) / 2]]
      return low === undefined ? [(high ?? 1) - 1] : high === undefined ? [low + 1] : [low / 2 + high / 2]
    },
  }
}
