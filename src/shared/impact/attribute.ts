import { namesOf, reader } from '../engine/attribute.ts'
import { everyFamily } from '../engine/operators/every-family.ts'
import { prepare } from '../engine/operators/table.ts'
import { operatorFacts } from '../operators.ts'
import type { Leaf } from '../schemas/condition.ts'
import type { Context } from '../schemas/context.ts'
import type { AttributeRef } from '../schemas/extended-attribute.ts'
import { type Buckets, divideBuckets, type Line, nameOfLine } from './cells/bucket.ts'
import { divideInstants, limitOf } from './cells/instant.ts'
import { divideLists, type Elements } from './cells/list.ts'
import { divideNetworks } from './cells/network.ts'
import { divideTexts } from './cells/text.ts'
import { type CellTie, divideValues, type Kind, type Values } from './cells/value.ts'
import { nameOf, type Variable } from './cells/variable.ts'
import { divideVersions } from './cells/version.ts'
import type { CellCondition, WantedCells } from './condition-synthesis.ts'
import type { JointCells } from './extended/joint-cells.ts'
import type { PartitionedScale } from './extended/partition-scale.ts'
import type { SpendSteps } from './steps.ts'

/** Everything that documents test on one attribute. */
export interface AttributeTests {
  readonly path: string
  /** Positive leaves by name, without duplicates. */
  readonly leaves: Map<string, Leaf>
  /** The bucket spaces in which its units are placed, by name, and where they are cut. */
  readonly lines: Map<string, { readonly line: Line; readonly cuts: Set<number> }>
}

/** A partitioned attribute. Its variables are in the order of the diagrams' levels. */
export interface Attribute {
  readonly path: string
  readonly names: readonly string[]
  readonly read: (context: Context) => unknown
  readonly values: Values
  /** The variables after the values: versions, instants, addresses, elements, texts, buckets. */
  readonly others: readonly AttributeVariable[]
  /**
   * Returns the variables that answer a leaf (-1: the values), and the cells in which it is true. If there are several,
   * any or all of them must be.
   */
  readonly whereOf: (leaf: Leaf) => CellConstraint
  /** Instants and durations, in ms, that its values are compared with. */
  readonly instants: { readonly standing: readonly number[]; readonly durations: readonly number[] }
  readonly bucketsOf: (line: Line) => { readonly at: number; readonly buckets: Buckets }
  /** Set for extended attribute references, and for whole contexts. */
  readonly extended?: ExtendedReference
}

/**
 * What an extended attribute reference needs in addition, because neither a path nor a native condition describes it.
 */
export interface ExtendedReference {
  /** Returns a condition for its values. Throws `unsayable` if there is none. */
  readonly say: (wanted: WantedCells) => CellCondition | undefined
  /** Returns a context in which the reference reads a value; undefined if there is none. */
  readonly put: (context: Context, value: unknown) => Context | undefined
  /** The paths that it may read. */
  readonly paths: readonly (readonly string[])[] | 'any'
  /** Whether its tests may change over time, at instants that cannot be determined. */
  readonly timed: boolean
  /** The known instants at which its tests may change, in epoch ms. */
  readonly turns: readonly number[]
  /** Whether it covers a whole context, and the attributes that its unit consists of. */
  readonly whole: boolean
  readonly units: readonly AttributeRef[]
  readonly shareOf?: (cells: ReadonlySet<number>) => number
  /** What it reads; not there of whole contexts. */
  readonly ref?: AttributeRef
  /** What its other variables may be together. */
  readonly joint: readonly JointCells[]
}

/** A variable of an attribute, with what phrases and examples need. */
export type AttributeVariable =
  | { readonly kind: 'version' | 'instant' | 'network' | 'text'; readonly variable: Variable }
  | { readonly kind: 'elements'; readonly variable: Variable; readonly elements: Elements }
  | { readonly kind: 'buckets'; readonly variable: Variable; readonly line: Line; readonly buckets: Buckets }
  /** A test of the extended model, or a point on another vendor's scale. */
  | {
      readonly kind: 'asked'
      readonly variable: Variable
      readonly say: (wanted: WantedCells) => CellCondition | undefined
      readonly shareOf?: never
    }
  | ({ readonly kind: 'place' } & PartitionedScale)

interface CellConstraint {
  readonly of: 'any' | 'all'
  readonly parts: readonly { readonly at: number; readonly holds: ReadonlySet<number> }[]
}

type FamilyName = 'value' | 'version' | 'instant' | 'network' | 'list' | 'text'

/**
 * Returns the variable that answers an operator. Equality with `ignoreCase` is a test of texts, because a list of
 * values cannot represent it.
 */
const familyOf = ({ operator, ignoreCase }: Leaf): FamilyName => {
  const { family } = operatorFacts[operator]
  if (family === 'presence' || family === 'number') return 'value'
  if (family === 'equality') return ignoreCase === true ? 'text' : 'value'
  return family === 'time' ? 'instant' : family
}

/** Splits equality with `ignoreCase` into a test of texts and plain equality for other values. */
export const partsOf = (leaf: Leaf): readonly Leaf[] => {
  const equality = leaf.operator === 'is' || leaf.operator === 'isOneOf'
  if (!equality) return [leaf]
  const { attribute } = leaf
  if (leaf.ignoreCase !== true) return [{ attribute, operator: 'isOneOf', values: leaf.values }]
  const texts = leaf.values.filter((value) => typeof value === 'string')
  const rest = leaf.values.filter((value) => typeof value !== 'string')
  return [
    ...(texts.length > 0
      ? [{ attribute, operator: 'isOneOf' as const, values: texts, ignoreCase: true as const }]
      : []),
    ...(rest.length > 0 || texts.length === 0 ? [{ attribute, operator: 'isOneOf' as const, values: rest }] : []),
  ]
}

export const divideAttribute = (
  { path, leaves, lines }: AttributeTests,
  nowMs: number,
  spend: SpendSteps,
): Attribute => {
  const of = (family: FamilyName): readonly Leaf[] => [...leaves.values()].filter((leaf) => familyOf(leaf) === family)
  const others: AttributeVariable[] = []
  if (of('version').length > 0) others.push({ kind: 'version', variable: divideVersions(of('version')) })
  if (of('instant').length > 0) others.push({ kind: 'instant', variable: divideInstants(of('instant'), nowMs) })
  if (of('network').length > 0) others.push({ kind: 'network', variable: divideNetworks(of('network')) })
  for (const elements of divideLists(path, of('list')))
    others.push({ kind: 'elements', variable: elements.variable, elements })
  for (const leaf of of('text')) others.push({ kind: 'text', variable: divideTexts(leaf, prepare(leaf, everyFamily)) })
  for (const { line, cuts } of lines.values()) {
    const buckets = divideBuckets(line, cuts)
    others.push({ kind: 'buckets', variable: { ...buckets, questions: [] }, line, buckets })
  }

  const values = divideValues({
    path,
    leaves: of('value'),
    numbers: of('instant').map((leaf) => limitOf(leaf, nowMs).point),
    others: others.length,
    tieOf: (kind, at) => tieOf(kind, others[at] as AttributeVariable),
    spend,
  })

  const asked = new Map<string, CellConstraint['parts'][number]>()
  for (const { leaf, holds } of values.questions) asked.set(nameOf(leaf), { at: -1, holds })
  for (const [at, { kind, variable }] of others.entries())
    if (kind !== 'elements') for (const { leaf, holds } of variable.questions) asked.set(nameOf(leaf), { at, holds })

  const listed = (leaf: Leaf): CellConstraint => {
    const all = leaf.operator === 'includesAll'
    const wanted = new Set<unknown>(leaf.values)
    const isList = values.cellOf([])
    if (wanted.size === 0) return { of: 'any', parts: [{ at: -1, holds: all ? new Set([isList]) : new Set() }] }
    const parts = others.flatMap((other, at) => {
      if (other.kind !== 'elements' || !wanted.has(other.elements.values[0])) return []
      const { size } = other.variable
      const cells = all ? [size - 1] : Array.from({ length: size - 1 }, (_, cell) => cell + 1)
      return [{ at, holds: new Set(cells) }]
    })
    return { of: all ? 'all' : 'any', parts }
  }

  return {
    path,
    names: namesOf(path),
    instants: {
      standing: of('instant')
        .filter(({ operator }) => operator === 'before' || operator === 'after')
        .map((leaf) => limitOf(leaf, nowMs).point),
      durations: of('instant')
        .filter(({ operator }) => operator === 'olderThan' || operator === 'newerThan')
        .map((leaf) => nowMs - limitOf(leaf, nowMs).point),
    },
    read: reader(path),
    values,
    others,
    whereOf: (leaf) => {
      if (familyOf(leaf) === 'list') return listed(leaf)
      // Safe cast: every leaf was known when the attribute was partitioned.
      return {
        of: 'any',
        parts: partsOf(leaf).map((part) => asked.get(nameOf(part)) as CellConstraint['parts'][number]),
      }
    },
    bucketsOf: (line) => {
      const name = nameOfLine(line)
      const at = others.findIndex((other) => other.kind === 'buckets' && nameOfLine(other.line) === name)
      return { at, buckets: (others[at] as AttributeVariable & { kind: 'buckets' }).buckets }
    },
  }
}

/** Returns the cells of another variable that all values of a kind are in. */
const tieOf = (kind: Kind, { kind: family, variable }: AttributeVariable): CellTie => {
  switch (kind.kind) {
    case 'named':
      return variable.cellOf(kind.value)
    case 'numbers':
      if (family === 'buckets') return 'some'
      return family === 'instant' ? variable.cellOf(between(kind)) : 0
    case 'texts':
      return family === 'elements' ? 0 : family === 'buckets' ? 'some' : 'any'
    case 'date':
      return family === 'instant' ? 'some' : 0
    case 'list':
      return family === 'elements' ? 'any' : 0
    default:
      return 0
  }
}

/** Returns a number between two neighboring limits. */
const between = ({ low, high }: Kind & { kind: 'numbers' }): number => {
  if (low === undefined) return high === undefined ? 0 : Math.max(-Number.MAX_VALUE, high - Math.abs(high) - 1)
  if (high === undefined) return Math.min(Number.MAX_VALUE, low + Math.abs(low) + 1)
  const middle = low / 2 + high / 2
  return middle > low && middle < high ? middle : low + (high - low) / 2
}
