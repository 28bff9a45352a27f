import { line } from '../../engine/bucketing/native.ts'
import type { Attribute } from '../attribute.ts'
import type { Cube } from '../cover.ts'
import type { Node } from '../diagram.ts'
import type { Model } from '../model.ts'
import type { SpendSteps } from '../steps.ts'
import { undecidableDocument } from '../undecided.ts'

/** The share of a group that gets a variant: `got` out of `of`. */
export type Share = { readonly got: bigint; readonly of: bigint }

const emptyShare: Share = { got: 0n, of: 0n }

/** Whether one share is larger than another. The share of an empty group is 0. */
export const isMore = (a: Share, b: Share): boolean => a.got * (b.of === 0n ? 1n : b.of) > b.got * a.of

export const shareOfLine = (units: number): Share => ({ got: BigInt(units), of: BigInt(line) })

/** Returns a share in weight units, rounded up: slightly more than 25 % must not be shown as 25 %. */
export const unitsOf = ({ got, of }: Share): number => (of === 0n ? 0 : Number((got * BigInt(line) + of - 1n) / of))

/** Contexts that differ only in their buckets, as cells, and the share of them that gets the variant. */
export type Group = { readonly share: Share; readonly cube: Cube }

/** One level of a group's path: the width of each cell for a bucket space; otherwise the cells that are not groups. */
interface Step {
  readonly level: number
  readonly width: ((cell: number) => bigint) | undefined
  readonly skips: (cell: number) => boolean
}

const rejectExtended = (): never => {
  throw undecidableDocument
}

/** Which paths units are read from, and which hash scales are used by only one attribute. */
const unitsIn = (attributes: readonly Attribute[]) => {
  const hashed = attributes.flatMap(({ others }) => others.flatMap((one) => (one.kind === 'place' ? [one.hashed] : [])))
  const pathsOf = ({ names, extended }: Attribute): (readonly string[])[] =>
    extended === undefined ? [names] : extended.paths === 'any' ? [] : [...extended.paths]
  const nameOf = (path: readonly string[]): string => JSON.stringify(path)
  const units = new Set(
    attributes
      .filter(({ others }) => others.some(({ kind }) => kind === 'place' || kind === 'buckets'))
      .flatMap(pathsOf)
      .map(nameOf),
  )
  return {
    reads: (attribute: Attribute): boolean => pathsOf(attribute).some((path) => units.has(nameOf(path))),
    areAlone: (one: string): boolean => hashed.indexOf(one) === hashed.lastIndexOf(one),
  }
}

const isPerson = ({ values }: Attribute, cell: number): boolean =>
  values.cells[cell]?.kinds.every(
    (kind) => kind.kind === 'named' && (typeof kind.value === 'string' || typeof kind.value === 'number'),
  ) === true

/** Nodes, each with the weight of the buckets that lead to it. */
type Weighted = ReadonlyMap<Node, bigint>

/**
 * Computes the exact share of `gets` within `whom`, for each group of contexts that differ only in their unit. Returns
 * the worst share, and up to `most` groups over `limit`, worst first. A user who is named by unit is not a group.
 */
export const groupsOver = (
  model: Model,
  whom: Node,
  gets: Node,
  limit: Share,
  spend: SpendSteps,
  most = 24,
): { worst: Share; over: Group[] } => {
  const { diagrams, attributes, levelOf, possible } = model
  const { end, no } = diagrams
  // Terminals: impossible (`no`), not in `whom`, without the variant, with the variant.
  const [outside, without, withIt] = [end(-2), end(-3), end(-4)]
  const inside = diagrams.choose(
    whom,
    diagrams.map(gets, (value) => (value === 1 ? withIt : without)),
    outside,
  )
  const told = diagrams.choose(possible, inside, no)

  /**
   * The levels in order. The values of an attribute precede its bucket spaces, and determine whether there is a unit.
   */
  const units = unitsIn(attributes)
  const steps = attributes.flatMap((attribute): Step[] => {
    const level = levelOf(attribute)
    // A unit of several attributes: named users cannot be told from groups.
    if (attribute.extended?.whole === true) return [{ level, width: rejectExtended, skips: () => false }]
    const firstLine = attribute.others.findIndex(({ kind }) => kind === 'buckets' || kind === 'place')
    const isForeign = attribute.extended !== undefined || firstLine < 0
    const values = {
      level,
      width: undefined,
      // A named unit has exactly one bucket, so it forms no group.
      skips: (cell: number): boolean => {
        // Extended units may be texts, numbers, or read from other paths. Any named one is a single user.
        if (isForeign) return units.reads(attribute) && isPerson(attribute, cell)
        const tie = firstLine < 0 ? 0 : attribute.values.cells[cell]?.ties[firstLine]
        return typeof tie === 'number' && tie > 0
      },
    }
    const others = attribute.others.map((other, at) => ({
      level: level + 1 + at,
      width:
        other.kind === 'buckets'
          ? (cell: number): bigint => {
              if (cell === 0) return 0n
              const [from, to] = other.buckets.endsOf(cell)
              return BigInt(to - from)
            }
          : other.kind === 'place'
            ? units.areAlone(other.hashed)
              ? (cell: number): bigint => other.widthOf(cell) ?? rejectExtended()
              : rejectExtended
            : undefined,
      skips: () => false,
    }))
    return [values, ...others]
  })

  const nameOf = (step: number, nodes: Weighted): string =>
    `${step}:${[...nodes]
      .sort(([a], [b]) => a - b)
      .map(([node, weight]) => `${node}*${weight}`)
      .join()}`

  /**
   * Returns the continuations of a group: one for each kind of context; for a bucket space, with and without a unit.
   */
  const onward = (step: number, nodes: Weighted): { cells: Set<number> | undefined; next: Weighted }[] => {
    const { level, width, skips } = steps[step] as (typeof steps)[number]
    if (![...nodes.keys()].some((node) => diagrams.levelOf(node) === level)) return [{ cells: undefined, next: nodes }]
    const size = diagrams.sizes[level] as number
    spend(size * nodes.size)
    const at = (cell: number, by: bigint, into: Map<Node, bigint>) => {
      for (const [node, weight] of nodes) {
        const child = diagrams.child(node, level, cell)
        if (by > 0n) into.set(child, (into.get(child) ?? 0n) + weight * by)
      }
      return into
    }
    if (width !== undefined) {
      const units = new Map<Node, bigint>()
      for (let cell = 1; cell < size; cell += 1) at(cell, width(cell), units)
      return [
        { cells: undefined, next: at(0, 1n, new Map()) },
        { cells: undefined, next: units },
      ]
    }
    const ways = new Map<string, { cells: Set<number>; next: Weighted }>()
    for (let cell = 0; cell < size; cell += 1) {
      if (skips(cell)) continue
      const next = at(cell, 1n, new Map())
      const name = nameOf(0, next)
      const known = ways.get(name)
      if (known === undefined) ways.set(name, { cells: new Set([cell]), next })
      else known.cells.add(cell)
    }
    return [...ways.values()]
  }

  const shareOf = (nodes: Weighted): Share => {
    const got = nodes.get(withIt) ?? 0n
    return { got, of: got + (nodes.get(without) ?? 0n) }
  }

  const memo = new Map<string, Share>()
  const worstFrom = (step: number, nodes: Weighted): Share => {
    if (nodes.size === 1 && (nodes.has(no) || nodes.has(outside))) return emptyShare
    if (step === steps.length) return shareOf(nodes)
    const name = nameOf(step, nodes)
    const known = memo.get(name)
    if (known !== undefined) return known
    spend(1)
    const worst = onward(step, nodes)
      .map(({ next }) => worstFrom(step + 1, next))
      .reduce((a, b) => (isMore(b, a) || a.of === 0n ? b : a), emptyShare)
    memo.set(name, worst)
    return worst
  }

  const start: Weighted = new Map([[told, 1n]])
  const worst = worstFrom(0, start)
  const over: Group[] = []
  const collect = (step: number, nodes: Weighted, cube: readonly [number, ReadonlySet<number>][]): void => {
    if (over.length >= most || !isMore(worstFrom(step, nodes), limit)) return
    if (step === steps.length) {
      over.push({ share: shareOf(nodes), cube: new Map(cube) })
      return
    }
    const { level } = steps[step] as (typeof steps)[number]
    const ways = onward(step, nodes).map((way) => ({ ...way, worst: worstFrom(step + 1, way.next) }))
    for (const { cells, next } of ways.sort((a, b) =>
      isMore(b.worst, a.worst) ? 1 : isMore(a.worst, b.worst) ? -1 : 0,
    ))
      collect(step + 1, next, cells === undefined ? cube : [...cube, [level, cells]])
  }
  collect(0, start, [])
  return { worst, over }
}
