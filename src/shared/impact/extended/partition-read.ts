import { absence } from '../../engine/extended/attribute.ts'
import type { AttributeRef, Presence } from '../../schemas/extended-attribute.ts'
import { noneBetween, numbersBetween } from '../cells/double.ts'
import type { CellTie, Kind } from '../cells/value.ts'
import type { SpendSteps } from '../steps.ts'
import type { StableKinds } from './stable-kinds.ts'
import type { ReadKind } from './value-conditions.ts'

export interface ReadPartitionInput {
  readonly ref: AttributeRef
  readonly nowMs: number
  /** The tests of this attribute reference. Those with their own variable only contribute named values. */
  readonly tests: readonly {
    readonly name: string
    readonly still: StableKinds
    readonly ask: (value: unknown) => number
    readonly own: boolean
  }[]
  readonly presences: readonly Presence[]
  readonly nulls: boolean
  /** Returns the cells of a named value, or of a kind, in each of the other variables. */
  readonly ties: readonly ((kind: string, value: unknown) => CellTie)[]
  readonly spend: SpendSteps
}

/** The values of one attribute reference, in cells that no test can distinguish. */
export interface ReadPartition {
  readonly size: number
  readonly cells: readonly { readonly kinds: readonly Kind[]; readonly ties: readonly CellTie[] }[]
  readonly cellOf: (value: unknown) => number
  readonly kindsOf: (cell: number) => readonly ReadKind[]
  readonly samples: (cell: number) => readonly unknown[]
  readonly absent: (presence: Presence | undefined) => ReadonlySet<number>
  readonly nulls: ReadonlySet<number>
  readonly verdictIn: (test: string, cell: number) => number
  readonly namedTexts: () => readonly string[]
}

/**
 * Values that are distinguished even if no document names them, because tests or absence rules treat them differently.
 */
const always: readonly unknown[] = [undefined, null, true, false, '', 0, NaN, Infinity, -Infinity]

const unnamedText = '\u{1}anything else'
const unnamedType = Symbol('of a type that no document names')

export const partitionRead = ({
  ref,
  nowMs,
  tests,
  presences,
  nulls,
  ties,
  spend,
}: ReadPartitionInput): ReadPartition => {
  /** A reading of no path has one value. */
  const isConstant = ref.virtual === undefined && ref.prefix === undefined && ref.firstOf.length === 0
  const fixed = ref.virtual === 'now' || isConstant
  const onlyLists = ref.virtual === 'kinds'
  const named = new Set<unknown>(isConstant ? [ref.otherwise] : fixed ? [nowMs] : onlyLists ? [] : always)
  const limits = new Set<number>()
  if (!fixed && !onlyLists) {
    for (const { still, own } of tests) {
      for (const value of still.named) {
        if (
          typeof value === 'number'
            ? still.on.has('numbers')
            : !own || (typeof value === 'string' && still.on.has('texts'))
        )
          named.add(value === 0 ? 0 : value)
      }
      if (still.on.has('numbers')) for (const limit of still.limits) limits.add(limit)
    }
    for (const limit of limits) named.add(limit)
  }
  spend(named.size * (ties.length + 1) + tests.reduce((sum, { still }) => sum + still.named.length, 0))
  const dividing = tests.filter(({ own }) => !own)
  const equalities = dividing.map(({ still }) => (still.equality ? new Set(still.named) : undefined))

  /** Caches shared verdicts: all values of a type that an equality does not name have the same one. */
  const generic = new Map<string, number>()
  const verdictOf = (test: number, value: unknown): number => {
    const { ask } = dividing[test] as (typeof dividing)[number]
    const type = typeof value
    if (
      equalities[test] === undefined ||
      equalities[test]?.has(value) ||
      value === '' ||
      (type !== 'string' && !Number.isFinite(value))
    )
      return ask(value)
    const key = `${test} ${type}`
    const known = generic.get(key)
    if (known !== undefined) return known
    const said = ask(type === 'string' ? freshText() : freshNumber())
    generic.set(key, said)
    return said
  }
  const freshText = (): string => {
    let text = unnamedText
    while (named.has(text)) text += '+'
    return text
  }
  const freshNumber = (): number => {
    let number = 0.123_456_7
    while (named.has(number)) number += 1
    return number
  }

  const cells: { kinds: ReadKind[]; ties: readonly CellTie[]; sample: unknown; verdicts: readonly number[] }[] = []
  const looks = new Map<string, number>()
  const isAbsent = presences.map((presence) => absence(presence))
  const add = (kind: ReadKind, value: unknown): number => {
    const verdicts = dividing.map((_, test) => verdictOf(test, value))
    const tied = ties.map((tie) => tie(kind.kind, value))
    const gone = isAbsent.map((absent) => (absent(value) ? 1 : 0)).join('')
    const look = `${verdicts.join('')} ${gone} ${nulls && value === null ? 1 : 0} ${tied.join()}`
    let cell = looks.get(look)
    if (cell === undefined) {
      cell = cells.length
      looks.set(look, cell)
      cells.push({ kinds: [], ties: tied, sample: value, verdicts })
    }
    cells[cell]?.kinds.push(kind)
    return cell
  }

  const places = new Map<unknown, number>()
  for (const value of named) places.set(value, add({ kind: 'named', value }, value))
  const open = !fixed && !onlyLists
  const text = open ? add({ kind: 'texts' }, freshText()) : 0
  const list = fixed ? 0 : add({ kind: 'list' }, [])
  const object = open ? add({ kind: 'object' }, {}) : 0
  const strange = open ? add({ kind: 'strange' }, unnamedType) : 0
  const stretches: { high: number; cell: number }[] = []
  const points = [...named].filter((value): value is number => typeof value === 'number' && Number.isFinite(value))
  points.sort((a, b) => a - b)
  const stretch = (low: number | undefined, high: number | undefined) => {
    if (!open || noneBetween(low, high)) return
    const cell = add({ kind: 'numbers', low, high }, numbersBetween(low, high)[0])
    stretches.push({ high: high ?? Number.POSITIVE_INFINITY, cell })
  }
  for (const [at, value] of points.entries()) stretch(points[at - 1], value)
  stretch(points.at(-1), undefined)

  const numberCell = (value: number): number => {
    let [low, high] = [0, stretches.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((stretches[middle]?.high as number) > value) high = middle
      else low = middle + 1
    }
    return stretches[low]?.cell ?? 0
  }
  const cellOf = (value: unknown): number => {
    const place = places.get(value)
    if (place !== undefined) return place
    if (typeof value === 'number') return numberCell(value)
    if (typeof value === 'string') return text
    if (Array.isArray(value)) return list
    return typeof value === 'object' ? object : strange
  }
  const where = (holds: (cell: (typeof cells)[number]) => boolean): ReadonlySet<number> =>
    new Set(cells.flatMap((cell, at) => (holds(cell) ? [at] : [])))
  const absentCells = new Map(
    presences.map((presence, at) => [presence, where(({ sample }) => isAbsent[at]?.(sample) === true)]),
  )
  const indexOf = new Map(dividing.map(({ name }, at) => [name, at]))
  return {
    size: cells.length,
    // Converts to native kinds: named scalars are lists of values; everything else is a kind.
    cells: cells.map(({ kinds, ties: tied }) => ({ kinds: kinds.map(nativeKind), ties: tied })),
    cellOf,
    kindsOf: (cell) => cells[cell]?.kinds ?? [],
    samples: (cell) => (cells[cell]?.kinds ?? []).flatMap(samplesOf),
    absent: (presence = 'nullish') => absentCells.get(presence) ?? new Set(),
    nulls: where(({ sample }) => sample === null),
    verdictIn: (test, cell) => cells[cell]?.verdicts[indexOf.get(test) as number] ?? 0,
    namedTexts: () => [...named].filter((value) => typeof value === 'string'),
  }
}

const nativeKind = (kind: ReadKind): Kind => {
  if (kind.kind === 'numbers') return kind
  if (kind.kind === 'texts' || kind.kind === 'list') return { kind: kind.kind }
  if (kind.kind !== 'named') return { kind: 'other' }
  const { value } = kind
  if (value === undefined) return { kind: 'absent' }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? { kind: 'named', value }
    : { kind: 'other' }
}

const samplesOf = (kind: ReadKind): readonly unknown[] => {
  switch (kind.kind) {
    case 'named':
      return [kind.value]
    case 'numbers':
      return numbersBetween(kind.low, kind.high)
    case 'list':
      return [[]]
    case 'object':
      return [{}]
    default:
      // Texts are generated from the other variables.
      return []
  }
}
