import { parseInstant } from '../../engine/operators/instant.ts'
import { isList } from '../../engine/operators/list.ts'
import type { Test } from '../../engine/operators/test.ts'
import type { Condition, Leaf, Scalar } from '../../schemas/condition.ts'
import { noneBetween, numbersBetween } from './double.ts'
import { cellsFrom, type Question, type Variable } from './variable.ts'

/** A kind of value that nothing divides further, before kinds that look alike become one cell. */
export type Kind =
  | { readonly kind: 'absent' | 'list' | 'date' | 'other' }
  | { readonly kind: 'named'; readonly value: Scalar }
  /** Finite numbers strictly between two; undefined is the end of the line. */
  | { readonly kind: 'numbers'; readonly low: number | undefined; readonly high: number | undefined }
  /** Every text that is not named. */
  | { readonly kind: 'texts' }

/** What a kind is in another variable of the same attribute: one cell, any, or any but none. */
export type Tie = number | 'any' | 'some'

/** The values of one attribute, by what they are equal to and how they compare as numbers. */
export interface Values extends Variable {
  /** The kinds of a cell, and what they are in the other variables; alike for all kinds of a cell. */
  readonly cells: readonly { readonly kinds: readonly Kind[]; readonly ties: readonly Tie[] }[]
  /** Exactly the values of a cell, in the language of rules. */
  exactly(cell: number): Condition
}

export interface Asked {
  readonly path: string
  /** Equality without `ignoreCase`, comparisons of numbers, `exists`. */
  readonly leaves: readonly { readonly leaf: Leaf; readonly test: Test }[]
  /** Further numbers to divide at: instants that numbers are compared with. */
  readonly numbers: readonly number[]
  /** The other variables, and what a kind is in each. */
  readonly tiesOf: (kind: Kind) => readonly Tie[]
}

const isEquality = ({ operator }: Leaf): boolean => operator === 'is' || operator === 'isOneOf'

export const divideValues = ({ path, leaves, numbers, tiesOf }: Asked): Values => {
  const compared = leaves
    .map(({ leaf, test }, index) => ({ leaf, test, index }))
    .filter(({ leaf }) => !isEquality(leaf) && leaf.operator !== 'exists')
  const existing = leaves.map(({ leaf }, index) => (leaf.operator === 'exists' ? index : -1)).filter((at) => at >= 0)

  /** Which equalities name a value. */
  const naming = new Map<Scalar, string>([
    [true, ''],
    [false, ''],
  ])
  for (const [index, { leaf }] of leaves.entries()) {
    if (!isEquality(leaf)) continue
    for (const value of new Set(leaf.values.map((one) => (Object.is(one, -0) ? 0 : one))))
      naming.set(value, `${naming.get(value) ?? ''}${index},`)
  }
  const points = [
    // A set holds 0 for both zeros.
    ...new Set([
      ...[...naming.keys()].filter((value) => typeof value === 'number'),
      ...compared.flatMap(({ leaf }) => leaf.values.filter((value) => typeof value === 'number')),
      ...numbers,
    ]),
  ].sort((a, b) => a - b)

  const kinds: { kind: Kind; holds: string }[] = []
  const exists = existing.join()
  const add = (kind: Kind, names: string, sample: Scalar | undefined) => {
    const number = typeof sample === 'number' ? compared.map(({ test }) => (test(sample, 0) ? 1 : 0)).join('') : ''
    kinds.push({ kind, holds: `${names}|${kind.kind === 'absent' ? '' : exists}|${/1/.test(number) ? number : ''}` })
  }
  for (const kind of ['absent', 'list', 'date', 'other'] as const) add({ kind }, '', undefined)
  add({ kind: 'texts' }, '', undefined)
  for (const [value, names] of naming) if (typeof value !== 'number') add({ kind: 'named', value }, names, undefined)
  for (const [at, value] of points.entries()) {
    const low = points[at - 1]
    if (!noneBetween(low, value)) add({ kind: 'numbers', low, high: value }, '', numbersBetween(low, value)[0])
    add({ kind: 'named', value }, naming.get(value) ?? '', value)
  }
  if (!noneBetween(points.at(-1), undefined))
    add({ kind: 'numbers', low: points.at(-1), high: undefined }, '', numbersBetween(points.at(-1), undefined)[0])

  const cells: { kinds: Kind[]; ties: readonly Tie[]; holds: string }[] = []
  const byLook = new Map<string, number>()
  const named = new Map<unknown, number>()
  const stretches: { high: number; cell: number }[] = []
  const plain = new Map<string, number>()
  for (const { kind, holds } of kinds) {
    const ties = tiesOf(kind)
    const look = `${holds};${ties.join()}`
    let cell = byLook.get(look)
    if (cell === undefined) {
      cell = cells.length
      byLook.set(look, cell)
      cells.push({ kinds: [], ties, holds })
    }
    cells[cell]?.kinds.push(kind)
    if (kind.kind === 'named') named.set(kind.value, cell)
    else if (kind.kind === 'numbers') stretches.push({ high: kind.high ?? Number.POSITIVE_INFINITY, cell })
    else plain.set(kind.kind, cell)
  }

  const plainCell = (kind: string) => plain.get(kind) as number
  const cellOf = (value: unknown): number => {
    if (value === undefined || value === null) return plainCell('absent')
    const known = named.get(value)
    if (known !== undefined) return known
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) return plainCell('absent')
      let [low, high] = [0, stretches.length - 1]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((stretches[middle]?.high as number) > value) high = middle
        else low = middle + 1
      }
      return stretches[low]?.cell as number
    }
    if (typeof value === 'string') return plainCell('texts')
    if (isList(value)) return plainCell('list')
    return value instanceof Date && parseInstant(value) !== undefined ? plainCell('date') : plainCell('other')
  }

  const holding = leaves.map(() => new Set<number>())
  for (const [cell, { holds }] of cells.entries()) {
    const [names = '', present = '', number = ''] = holds.split('|')
    for (const index of names.split(',')) if (index !== '') holding[Number(index)]?.add(cell)
    for (const index of present === '' ? [] : existing) holding[index]?.add(cell)
    for (const [place, { index }] of compared.entries()) if (number[place] === '1') holding[index]?.add(cell)
  }
  const questions = leaves.map(({ leaf }, index): Question => ({ leaf, holds: holding[index] ?? new Set() }))

  const texts = [...naming.keys()].filter((value) => typeof value === 'string')
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
      // Texts and dates are made from what else is asked of them.
      return []
  }
}

const anyOf = (conditions: readonly Condition[]): Condition => {
  const [only] = conditions
  return only !== undefined && conditions.length === 1 ? only : { any: [...conditions] }
}

/** Exactly the values of one kind, by what the operators say of every type. */
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

/** Any instant at all is before one day or after the day before it. */
const isAnyInstant = (attribute: string): Condition => ({
  any: [
    { attribute, operator: 'before', values: [1] },
    { attribute, operator: 'after', values: [0] },
  ],
})
