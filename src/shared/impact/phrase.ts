import { line } from '../engine/bucketing/native.ts'
import { negationOf } from '../engine/operators/operators.gen.ts'
import type { Condition, Leaf, Operator } from '../schemas/condition.ts'
import type { Point } from '../schemas/point.ts'
import type { Attribute, AttributeVariable } from './attribute.ts'
import {
  type CellCondition,
  type ConditionCandidate,
  cellByCell,
  joined,
  matchesWantedCells,
  synthesizeCondition,
  type WantedCells,
} from './condition-synthesis.ts'
import { targetingKey } from './targeting-key.ts'

// Safe cast: the keys and values are operators.
const negatives = new Map(
  (Object.entries(negationOf) as [Operator, Operator][]).map(([negative, positive]) => [positive, negative]),
)

/** Negates a leaf, with the negated operator if there is one. */
const opposite = (leaf: Leaf): Condition => {
  const negative = negatives.get(leaf.operator)
  if (negative === undefined) return { not: leaf }
  return { ...leaf, operator: negative }
}

/** Writes a list of one value as equality. */
const simplestLeaf = (leaf: Leaf): Leaf =>
  leaf.operator === 'isOneOf' && leaf.values.length === 1 ? { ...leaf, operator: 'is' } : leaf

const candidatesForLeaf = (leaf: Leaf, holds: ReadonlySet<number>): ConditionCandidate[] => {
  const words = leaf.values.length + 1
  return [
    { said: () => simplestLeaf(leaf), holds: (cell) => holds.has(cell), words },
    { said: () => opposite(simplestLeaf(leaf)), holds: (cell) => !holds.has(cell), words: words + 0.5 },
  ]
}

/** Describes the values of an attribute as a condition; undefined if everything that matters is wanted. */
export const phraseValues = ({ path, values, extended }: Attribute, wanted: WantedCells): CellCondition | undefined => {
  if (extended !== undefined) return extended.say(wanted)
  if (matchesWantedCells(wanted, () => true)) return undefined
  const named = values.cells.map(({ kinds }) => kinds.every(({ kind }) => kind === 'named'))
  const listed = (inside: boolean): ConditionCandidate[] => {
    const cells = new Set<number>()
    let count = 0
    for (const [cell, { kinds }] of values.cells.entries()) {
      if (!named[cell] || !wanted.matters(cell) || wanted.cells.has(cell) !== inside) continue
      cells.add(cell)
      count += kinds.length
    }
    if (count === 0) return []
    const list = (): Leaf => {
      const kinds = [...cells].flatMap((cell) => values.cells[cell]?.kinds ?? [])
      const named = kinds.flatMap((kind) => (kind.kind === 'named' ? [kind.value] : []))
      return simplestLeaf({ attribute: path, operator: 'isOneOf', values: named })
    }
    // Only one of the two can be shorter: the listed values, or all others.
    return inside
      ? [{ said: list, holds: (cell) => cells.has(cell), words: count + 1 }]
      : [{ said: () => opposite(list()), holds: (cell) => !cells.has(cell), words: count + 1.5 }]
  }
  const absent = values.cellOf(undefined)
  const sayings = [
    ...values.questions.flatMap(({ leaf, holds }) => candidatesForLeaf({ ...leaf, attribute: path }, holds)),
    ...(values.cells[absent]?.kinds.length === 1
      ? candidatesForLeaf({ attribute: path, operator: 'exists', values: [] }, new Set(allBut(values.size, absent)))
      : []),
    ...listed(true),
    ...listed(false),
  ]
  return synthesizeCondition(wanted, sayings) ?? cellByCell(wanted, (cell) => values.exactly(cell))
}

const allBut = (size: number, one: number): number[] =>
  Array.from({ length: size }, (_, cell) => cell).filter((cell) => cell !== one)

/** Describes another variable of an attribute; undefined if everything that matters is wanted. */
export const phraseOther = (path: string, other: AttributeVariable, wanted: WantedCells): CellCondition | undefined => {
  if ('say' in other) return other.say(wanted)
  if (matchesWantedCells(wanted, () => true)) return undefined
  if (other.kind === 'buckets') return phraseBuckets(path, other, wanted)
  const { questions } = other.variable
  const sayings = questions.flatMap(({ leaf, holds }) => candidatesForLeaf({ ...leaf, attribute: path }, holds))
  return (
    synthesizeCondition(wanted, sayings) ??
    cellByCell(wanted, (cell) => ({
      all: questions.map(({ leaf, holds }): Condition => {
        const said = simplestLeaf({ ...leaf, attribute: path })
        return holds.has(cell) ? said : opposite(said)
      }),
    }))
  )
}

const phraseBuckets = (
  path: string,
  { line: own, buckets }: AttributeVariable & { kind: 'buckets' },
  wanted: WantedCells,
): CellCondition => {
  const point: Point = path === targetingKey ? { ...own } : { by: path, ...own }
  const slice = ([from, to]: readonly [number, number]): Condition => ({ in: { point, from, to } })
  const inside = runs(buckets, wanted, (cell) => wanted.cells.has(cell))
  const outside = runs(buckets, wanted, (cell) => !wanted.cells.has(cell))
  const yes = !wanted.cells.has(0) || !wanted.matters(0)
  const within = (stretches: readonly [number, number][]) => (cell: number) => {
    const [from, to] = cell === 0 ? [-1, -1] : buckets.endsOf(cell)
    return stretches.some(([low, high]) => from >= low && to <= high)
  }
  const isIn = within(inside)
  // Contexts without a bucket are described only if they are wanted.
  if (yes) return { condition: joined(inside.map(slice)), holds: isIn }
  const isOut = within(outside)
  return { condition: { not: joined(outside.map(slice)) }, holds: (cell) => !isOut(cell) }
}

/** Returns the wanted ranges of the bucket space. Cells that do not matter join their neighbors. */
const runs = (
  { size, endsOf }: { size: number; endsOf: (cell: number) => readonly [number, number] },
  { matters }: WantedCells,
  isIn: (cell: number) => boolean,
): [number, number][] => {
  const found: [number, number][] = []
  let open: [number, number] | undefined
  for (let cell = 1; cell < size; cell += 1) {
    const [from, to] = endsOf(cell)
    if (!matters(cell)) continue
    if (!isIn(cell)) {
      open = undefined
      continue
    }
    if (open === undefined) {
      open = [from, to]
      found.push(open)
    } else open[1] = to
  }
  return found
}

/** Returns the share of the bucket space that the cells cover, from 0 to 1. */
export const shareOf = ({ buckets }: AttributeVariable & { kind: 'buckets' }, cells: ReadonlySet<number>): number =>
  [...cells]
    .filter((cell) => cell > 0)
    .reduce((sum, cell) => {
      const [from, to] = buckets.endsOf(cell)
      return sum + (to - from)
    }, 0) / line
