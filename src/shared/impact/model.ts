import { namesOf } from '../engine/attribute.ts'
import { positiveOf } from '../engine/operators/negation.ts'
import { flagOf, segmentOf } from '../engine/prerequisite.ts'
import type { Condition, Leaf } from '../schemas/condition.ts'
import type { Context } from '../schemas/context.ts'
import type { Datafile } from '../schemas/datafile.ts'
import type { Point } from '../schemas/point.ts'
import type { Serve } from '../schemas/split.ts'
import { type Attribute, type AttributeTests, divideAttribute, partsOf } from './attribute.ts'
import { type Buckets, lineOf, nameOfLine } from './cells/bucket.ts'
import { nameOf } from './cells/variable.ts'
import { createDiagrams, type Diagrams, type Node } from './diagram.ts'
import { createCollector, type ExtendedTests } from './extended/collect.ts'
import { divideExtended, type ExtendedModel } from './extended/model.ts'
import { sameValues, textsOfCell } from './extended/same-value.ts'
import type { SpendSteps } from './steps.ts'
import { targetingKey } from './targeting-key.ts'

/** Returns an id for a path that does not depend on how it is escaped. */
const idOf = (path: string): string => JSON.stringify(namesOf(path))

/** Flags of one datafile, and which of them the engine can evaluate. */
export interface Documents {
  readonly datafile: Datafile
  readonly flags: readonly string[]
  readonly usable: (key: string) => boolean
  readonly extended: (key: string) => boolean
}

/** Everything that documents test on contexts, as variables with cells, and diagrams over them. */
export interface Model {
  readonly diagrams: Diagrams
  readonly attributes: readonly Attribute[]
  /** Returns the level of an attribute's values. Its other variables follow. */
  readonly levelOf: (attribute: Attribute) => number
  readonly attributeOf: (path: string) => Attribute
  /** Returns the cells of a context, one per level. Every context has exactly one row. */
  readonly assign: (context: Context) => number[]
  /** The rows that a context may have: all that occur, and a few that do not. */
  readonly possible: Node
  /** The same for some attributes, ignoring all others. */
  readonly possibleAmong: (attributes: readonly Attribute[]) => Node
  readonly nowMs: number
  readonly ever: boolean
  readonly bucketsOf: (point: Point | undefined, salt: string) => { readonly line: Buckets; readonly level: number }
  /** The tests of extended documents. */
  readonly extended: ExtendedModel
}

/**
 * Collects all tests of documents, and partitions every attribute by them. With `ever`, comparisons of extended
 * documents with the clock may have any result: a set that is empty then stays empty at all later instants between the
 * known turns.
 */
export const modelOf = (
  documents: readonly Documents[],
  nowMs: number,
  spend: SpendSteps,
  { ever = false }: { readonly ever?: boolean } = {},
): Model => {
  const { asking, extended } = collect(documents, spend)
  // Attributes with hashed units come last, because their values have the most state to remember.
  const ordered = [...asking].sort(([, a], [, b]) => Math.sign(a.lines.size) - Math.sign(b.lines.size))
  const attributes = ordered.map(([, one]) => {
    const attribute = divideAttribute(one, nowMs, spend)
    spend(attribute.values.size)
    return attribute
  })
  const others = divideExtended(extended, { nowMs, ever }, spend)
  attributes.push(...others.attributes)
  const levels = new Map<Attribute, number>()
  const sizes: number[] = []
  for (const attribute of attributes) {
    levels.set(attribute, sizes.length)
    sizes.push(attribute.values.size, ...attribute.others.map(({ variable }) => variable.size))
  }
  const byId = new Map(
    attributes.filter(({ extended: read }) => read === undefined).map((attribute) => [idOf(attribute.path), attribute]),
  )
  const levelOf = (attribute: Attribute) => levels.get(attribute) as number
  const diagrams = createDiagrams(sizes, spend)
  const attributeOf = (path: string) => byId.get(idOf(path)) as Attribute
  return {
    diagrams,
    attributes,
    levelOf,
    attributeOf,
    nowMs,
    ever,
    bucketsOf: (point, salt) => {
      const attribute = attributeOf(point?.by ?? targetingKey)
      const { at, buckets } = attribute.bucketsOf(lineOf(point, salt))
      return { line: buckets, level: levelOf(attribute) + 1 + at }
    },
    extended: others.modelOf(levelOf, documents.length),
    assign: (context) =>
      attributes.flatMap(({ read, values, others }) => {
        const value = read(context)
        return [values.cellOf(value), ...others.map(({ variable }) => variable.cellOf(value))]
      }),
    possible: possibleOf(diagrams, attributes, levelOf, byId),
    possibleAmong: (some) => {
      const among = new Map([...byId].filter(([, attribute]) => some.includes(attribute)))
      return possibleOf(diagrams, some, levelOf, among)
    },
  }
}

/** Collects the tests of each attribute, in order of first use. */
const collect = (
  documents: readonly Documents[],
  spend: SpendSteps,
): { asking: Map<string, AttributeTests>; extended: ExtendedTests } => {
  const asking = new Map<string, AttributeTests>()
  const of = (path: string): AttributeTests => {
    const id = idOf(path)
    let known = asking.get(id)
    if (known === undefined) {
      known = { path, leaves: new Map(), lines: new Map() }
      asking.set(id, known)
    }
    return known
  }
  const cut = (point: Point | undefined, salt: string, cuts: readonly number[]) => {
    const { lines } = of(point?.by ?? targetingKey)
    const line = lineOf(point, salt)
    const known = lines.get(nameOfLine(line)) ?? { line, cuts: new Set<number>() }
    lines.set(nameOfLine(line), known)
    for (const at of cuts) known.cuts.add(at)
  }
  const leafIn = (leaf: Leaf) => {
    spend(leaf.values.length + 1)
    const { leaves } = of(leaf.attribute)
    for (const part of partsOf(leaf)) leaves.set(nameOf(part), part)
  }
  const others = createCollector(spend)
  const walk = ({ datafile, flags, usable, extended }: Documents) => {
    const seen = new Set<string>()
    const conditionIn = (condition: Condition, salt: string): void => {
      spend(1)
      if (condition === true) return
      if ('all' in condition) for (const inner of condition.all) conditionIn(inner, salt)
      else if ('any' in condition) for (const inner of condition.any) conditionIn(inner, salt)
      else if ('not' in condition) conditionIn(condition.not, salt)
      else if ('segment' in condition) segmentIn(condition.segment)
      else if ('flag' in condition) flagIn(condition.flag)
      else if ('in' in condition) cut(condition.in.point, salt, [condition.in.from, condition.in.to])
      else if ('operator' in condition) leafIn({ ...condition, operator: positiveOf(condition.operator) })
      else if ('read' in condition) others.leaf(condition)
      else if ('each' in condition) others.each(condition)
      else if ('within' in condition) others.within(condition.within)
      else flagIn(condition.flagTest.flag)
    }
    const serveIn = (serve: Serve, salt: string) => {
      if (!('split' in serve)) return
      const { point, parts } = serve.split
      spend(parts.length + 1)
      const cuts = parts.flatMap(({ from, to }) => [from, to])
      cut(point, salt, cuts)
    }
    const flagIn = (key: string): void => {
      const flag = flagOf(datafile, key)
      if (flag !== undefined && !seen.has(`flag:${key}`) && extended(key)) {
        seen.add(`flag:${key}`)
        others.flag(flag, { datafile, condition: conditionIn, serve: serveIn, flag: flagIn })
        return
      }
      if (flag?.on !== true || seen.has(`flag:${key}`) || !usable(key)) return
      seen.add(`flag:${key}`)
      for (const { flag: other } of flag.prerequisites) flagIn(other)
      for (const { when, serve } of flag.rules) {
        conditionIn(when, flag.salt)
        serveIn(serve, flag.salt)
      }
      serveIn(flag.otherwise, flag.salt)
    }
    const segmentIn = (key: string): void => {
      const segment = segmentOf(datafile, key)
      if (segment === undefined || seen.has(`segment:${key}`)) return
      seen.add(`segment:${key}`)
      for (const leaf of listsOf(segment)) leafIn(leaf)
      if (segment.when !== null) conditionIn(segment.when, segment.key)
    }
    for (const key of flags) flagIn(key)
  }
  for (const one of documents) walk(one)
  return { asking, extended: others.asked }
}

/** Returns the lists of a segment as leaves. */
export const listsOf = ({
  included,
  excluded,
}: {
  readonly included: string[]
  readonly excluded: string[]
}): [included: Leaf, excluded: Leaf] => [
  { attribute: targetingKey, operator: 'isOneOf', values: included },
  { attribute: targetingKey, operator: 'isOneOf', values: excluded },
]

/**
 * Returns which cells of an attribute can occur together, and that a nested attribute exists only within its object.
 */
const possibleOf = (
  diagrams: Diagrams,
  attributes: readonly Attribute[],
  levelOf: (attribute: Attribute) => number,
  byId: ReadonlyMap<string, Attribute>,
): Node => {
  const { yes, no, and, or, look } = diagrams
  const together = attributes.map((attribute) => {
    const { values, others } = attribute
    const level = levelOf(attribute)
    const rows = values.cells.map(({ ties }, cell) => {
      // No value is in this cell.
      if (!values.any.has(cell)) return no
      return ties.reduceRight<Node>((rest, tie, at) => {
        const { variable } = others[at] as (typeof others)[number]
        const fits = (cell: number) =>
          tie === 'any' ? variable.any.has(cell) : tie === 'some' ? variable.some.has(cell) : cell === tie
        return look(
          level + 1 + at,
          Array.from({ length: variable.size }, (_, cell) => (fits(cell) ? rest : no)),
        )
      }, yes)
    })
    return look(level, rows)
  })
  const within = attributes.flatMap((attribute) =>
    attribute.names.slice(1).flatMap((_, depth) => {
      const outer = byId.get(JSON.stringify(attribute.names.slice(0, depth + 1)))
      if (outer === undefined) return []
      const holds = (one: Attribute, fits: (kind: string) => boolean): Node =>
        look(
          levelOf(one),
          one.values.cells.map(({ kinds }) => (kinds.some(({ kind }) => fits(kind)) ? yes : no)),
        )
      return [
        or(
          holds(outer, (kind) => kind === 'other' || kind === 'date'),
          holds(attribute, (kind) => kind === 'absent'),
        ),
      ]
    }),
  )
  const joint = attributes.flatMap((attribute) =>
    (attribute.extended?.joint ?? []).map(({ at, rows }) =>
      rows
        .map((row) =>
          at.reduceRight<Node>((rest, other, index) => {
            const level = levelOf(attribute) + 1 + other
            const isWanted = (cell: number) => row[index]?.has(cell) === true
            const size = attribute.others[other]?.variable.size ?? 0
            return look(
              level,
              Array.from({ length: size }, (_, cell) => (isWanted(cell) ? rest : no)),
            )
          }, yes),
        )
        .reduce(or, no),
    ),
  )
  /** A text in one reading is in another of the same paths, with all that is asked of it there. */
  const rowOf = (attribute: Attribute, value: unknown): Node =>
    [attribute.values, ...attribute.others.map(({ variable }) => variable)].reduceRight<Node>((rest, variable, at) => {
      const own = variable.cellOf(value)
      return look(
        levelOf(attribute) + at,
        Array.from({ length: variable.size }, (_, cell) => (cell === own ? rest : no)),
      )
    }, yes)
  const readings = attributes.flatMap((attribute) => {
    const ref = attribute.extended?.ref
    return ref === undefined ? [] : [{ attribute, ref }]
  })
  const same = sameValues(readings).flatMap(({ from, to }) =>
    from.attribute.values.cells.flatMap(({ kinds }, cell) => {
      const texts = textsOfCell(kinds)
      if (texts === null) return []
      const { length } = from.attribute.values.cells
      const isOther = look(
        levelOf(from.attribute),
        Array.from({ length }, (_, one) => (one === cell ? no : yes)),
      )
      return [texts.map((text) => rowOf(to.attribute, text)).reduce(or, isOther)]
    }),
  )
  return [...together, ...within, ...joint, ...same].reduce(and, yes)
}
