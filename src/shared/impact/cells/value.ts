import { everyFamily } from '../../engine/operators/every-family.ts'
import { parseInstant } from '../../engine/operators/instant.ts'
import { isList } from '../../engine/operators/list.ts'
import { prepare } from '../../engine/operators/table.ts'
import type { Condition, Leaf, Scalar } from '../../schemas/condition.ts'
import type { SpendSteps } from '../steps.ts'
import { noneBetween, numbersBetween } from './double.ts'
import { createSequences, none } from './sequence.ts'
import { cellsFrom, type Question, type Variable } from './variable.ts'

/** A kind of value that no test subdivides. Kinds with equal results are later merged into one cell. */
export type Kind =
  | { readonly kind: 'absent' | 'list' | 'date' | 'other' }
  | { readonly kind: 'named'; readonly value: Scalar }
  /** Finite numbers strictly between two. Undefined is the end of the line. */
  | { readonly kind: 'numbers'; readonly low: number | undefined; readonly high: number | undefined }
  /** All texts that are not named. */
  | { readonly kind: 'texts' }

/** The cells of a kind in another variable of the same attribute: one cell, any cell, or any cell except "none". */
export type CellTie = number | 'any' | 'some'

/** Partition of an attribute's values by equality and numeric comparison. */
export interface Values extends Variable {
  /** The kinds of a cell, and their cells in the other variables, which are equal for all kinds of a cell. */
  readonly cells: readonly { readonly kinds: readonly Kind[]; readonly ties: readonly CellTie[] }[]
  /** Returns a condition that is true for exactly the values of a cell. */
  exactly(cell: number): Condition
}

export interface ValueTests {
  readonly path: string
  /** Leaves with equality (without `ignoreCase`), numeric comparisons, and `exists`. */
  readonly leaves: readonly Leaf[]
  /** Additional numbers to split at: instants that numbers are compared with. */
  readonly numbers: readonly number[]
  /** The number of other variables, and the cells of a kind in each of them. */
  readonly others: number
  readonly tieOf: (kind: Kind, other: number) => CellTie
  readonly spend: SpendSteps
}

const isEquality = ({ operator }: Leaf): boolean => operator === 'is' || operator === 'isOneOf'

export const divideValues = ({ path, leaves, numbers, others, tieOf, spend }: ValueTests): Values => {
  const compared = leaves.flatMap((leaf, index) =>
    isEquality(leaf) || leaf.operator === 'exists' ? [] : [{ leaf, test: prepare(leaf, everyFamily), index }],
  )
  const existing = leaves.flatMap(({ operator }, index) => (operator === 'exists' ? [index] : []))

  /**
   * The named values without duplicates, and the equalities that name each: a sequence of their indices, replaced by
   * the cell after partitioning.
   */
  const named: Scalar[] = [true, false]
  const naming = [none, none]
  // There may be many values, so each costs only one map lookup.
  const places = new Map<unknown, number>([
    [true, 0],
    [false, 1],
  ])
  const placeOf = (value: Scalar): number => {
    const known = places.get(value)
    if (known !== undefined) return known
    named.push(value === 0 ? 0 : value)
    naming.push(none)
    places.set(value, named.length - 1)
    return named.length - 1
  }
  const sequences = createSequences()
  for (const [index, leaf] of leaves.entries()) {
    if (!isEquality(leaf)) continue
    for (const value of leaf.values) {
      const place = placeOf(value)
      const before = naming[place] as number
      // A value that is listed twice is named once.
      if (before === none || sequences.lastOf(before) !== index) naming[place] = sequences.and(before, index)
    }
  }
  spend(named.length * (others + 1))
  const limits = new Set(numbers)
  const texts: string[] = []
  for (const value of named) {
    if (typeof value === 'number') limits.add(value)
    else if (typeof value === 'string') texts.push(value)
  }
  for (const { leaf } of compared) for (const value of leaf.values) if (typeof value === 'number') limits.add(value)
  // A set stores both zeros as 0.
  const points = [...limits].sort((a, b) => a - b)

  const cells: { kinds: Kind[]; ties: readonly CellTie[]; names: number; present: boolean; number: string }[] = []
  const looks = createSequences()
  const cellOfLook = new Map<number, number>()
  const numberIds = new Map<string, number>()
  /** Returns the cell of a kind, shared by all kinds with the same test results. */
  const add = (kind: Kind, names: number, sample: unknown): number => {
    let number = ''
    if (typeof sample === 'number' && compared.length > 0) {
      number = compared.map(({ test }) => (test(sample, 0) ? 1 : 0)).join('')
      if (!number.includes('1')) number = ''
    }
    const present = kind.kind !== 'absent'
    let numberId = numberIds.get(number)
    if (numberId === undefined) {
      numberId = numberIds.size
      numberIds.set(number, numberId)
    }
    let look = looks.and(looks.and(looks.and(none, names), present && existing.length > 0 ? 1 : 0), numberId)
    for (let other = 0; other < others; other += 1) {
      const tie = tieOf(kind, other)
      look = looks.and(look, tie === 'any' ? 0 : tie === 'some' ? 1 : tie + 2)
    }
    let cell = cellOfLook.get(look)
    if (cell === undefined) {
      cell = cells.length
      cellOfLook.set(look, cell)
      const ties = Array.from({ length: others }, (_, other) => tieOf(kind, other))
      cells.push({ kinds: [], ties, names, present, number })
    }
    cells[cell]?.kinds.push(kind)
    return cell
  }

  const absent = add({ kind: 'absent' }, none, undefined)
  const list = add({ kind: 'list' }, none, undefined)
  const date = add({ kind: 'date' }, none, undefined)
  const other = add({ kind: 'other' }, none, undefined)
  const text = add({ kind: 'texts' }, none, undefined)
  for (let place = 0; place < named.length; place += 1) {
    const value = named[place] as Scalar
    if (typeof value !== 'number') naming[place] = add({ kind: 'named', value }, naming[place] as number, undefined)
  }
  const stretches: { high: number; cell: number }[] = []
  const stretch = (low: number | undefined, high: number | undefined) => {
    if (noneBetween(low, high)) return
    const cell = add({ kind: 'numbers', low, high }, none, numbersBetween(low, high)[0])
    stretches.push({ high: high ?? Number.POSITIVE_INFINITY, cell })
  }
  for (const [at, value] of points.entries()) {
    stretch(points[at - 1], value)
    const place = placeOf(value)
    naming[place] = add({ kind: 'named', value }, naming[place] as number, value)
  }
  stretch(points.at(-1), undefined)

  const cellOf = (value: unknown): number => {
    if (value === undefined || value === null) return absent
    const place = places.get(value)
    if (place !== undefined) return naming[place] as number
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) return absent
      let [low, high] = [0, stretches.length - 1]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((stretches[middle]?.high as number) > value) high = middle
        else low = middle + 1
      }
      return stretches[low]?.cell as number
    }
    if (typeof value === 'string') return text
    if (isList(value)) return list
    return value instanceof Date && parseInstant(value) !== undefined ? date : other
  }

  const holding = leaves.map(() => new Set<number>())
  for (const [cell, { names, present, number }] of cells.entries()) {
    for (const index of sequences.all(names)) holding[index]?.add(cell)
    if (present) for (const index of existing) holding[index]?.add(cell)
    for (const [place, { index }] of compared.entries()) if (number[place] === '1') holding[index]?.add(cell)
  }
  const questions = leaves.map((leaf, index): Question => ({ leaf, holds: holding[index] ?? new Set() }))

  return {
    size: cells.length,
    cells,
    cellOf,
    questions,
    any: cellsFrom(0, cells.length),
    some: cellsFrom(0, cells.length),
    samples: (cell) => (cells[cell]?.kinds ?? []).flatMap(samplesOf),
    exactly: (cell) => anyOf((cells[cell]?.kinds ?? []).map((kind) => conditionOf(path, kind, texts))),
  }
}

const samplesOf = (kind: Kind): readonly unknown[] => {
  switch (kind.kind) {
    case 'absent':
      return [undefined]
    case 'named':
      return [kind.value]
    case 'numbers':
      return numbersBetween(kind.low, kind.high)
    case 'list':
      return [[]]
    case 'other':
      return [{}]
    default:
      // Texts and dates are generated from the other variables.
      return []
  }
}

const anyOf = (conditions: readonly Condition[]): Condition => {
  const [only] = conditions
  return only !== undefined && conditions.length === 1 ? only : { any: [...conditions] }
}

/** Returns a condition that is true for exactly the values of one kind, using what the operators do for every type. */
const conditionOf = (attribute: string, kind: Kind, texts: readonly string[]): Condition => {
  const leaf = (operator: Leaf['operator'], ...values: Scalar[]): Leaf => ({ attribute, operator, values })
  const isText = leaf('startsWith', '')
  const isNumber: Condition = { any: [leaf('lessThan', 0), leaf('atLeast', 0)] }
  const isListed = leaf('includesAll')
  switch (kind.kind) {
    case 'absent':
      return { not: leaf('exists') }
    case 'named':
      return leaf('is', kind.value)
    case 'numbers': {
      const { low, high } = kind
      if (low === undefined) return high === undefined ? isNumber : leaf('lessThan', high)
      return high === undefined ? leaf('greaterThan', low) : { all: [leaf('greaterThan', low), leaf('lessThan', high)] }
    }
    case 'texts':
      return texts.length === 0 ? isText : { all: [isText, leaf('isNoneOf', ...texts)] }
    case 'list':
      return isListed
    case 'date':
      return { all: [{ not: isText }, { not: isNumber }, isAnyInstant(attribute)] }
    case 'other':
      return {
        all: [
          leaf('exists'),
          { not: isText },
          { not: isNumber },
          { not: isListed },
          leaf('isNoneOf', true, false),
          { not: isAnyInstant(attribute) },
        ],
      }
  }
}

/** Any instant is before 1 ms or after 0 ms of the epoch. */
const isAnyInstant = (attribute: string): Condition => ({
  any: [
    { attribute, operator: 'before', values: [1] },
    { attribute, operator: 'after', values: [0] },
  ],
})
