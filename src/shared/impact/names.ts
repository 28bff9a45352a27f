import { referencesOf } from '../datafile/references.ts'
import { sameJson } from '../datafile/same-json.ts'
import type { Condition } from '../schemas/condition.ts'
import type { Datafile } from '../schemas/datafile.ts'
import { type Cube, coverOf, nodeOfCube } from './cover.ts'
import type { Node } from './diagram.ts'
import type { Model } from './model.ts'

/** A segment that is identical in both states, with the contexts in it. */
export interface Name {
  readonly segment: string
  readonly node: Node
}

/** A cube, restricted by segments. */
export interface NamedCube {
  readonly cube: Cube
  readonly names: readonly Condition[]
  /** The contexts that the segments describe. */
  readonly within: Node
}

/** Whether a document and everything it refers to are the same in both states. */
export const isUnchangedIn =
  (before: Datafile, after: Datafile) =>
  (segment: string): boolean => {
    const seen = new Set([`segment ${segment}`])
    for (const name of seen) {
      const kind = name.slice(0, name.indexOf(' '))
      const key = name.slice(kind.length + 1)
      const [old, next] = [before, after].map((state) => {
        const documents: Readonly<Record<string, object>> = kind === 'flag' ? state.flags : state.segments
        return Object.hasOwn(documents, key) ? documents[key] : undefined
      })
      if (old === undefined || next === undefined) return false
      if (!sameJson(old, next)) return false
      for (const asked of referencesOf(old as Parameters<typeof referencesOf>[0]))
        seen.add(`${asked.kind} ${asked.key}`)
    }
    return true
  }

/** How many segments to try, and how many a condition may contain. */
const maxTriedSegments = 4
const maxSegmentsInCondition = 2

/**
 * Computes a cover that uses segments in place of their contents if that is shorter. A reader of a rule about a segment
 * then sees the segment's name.
 */
export const namedCoverOf = (model: Model, least: Node, most: Node, names: readonly Name[]): NamedCube[] => {
  const { diagrams } = model
  const { no, yes, and, or, not, minus } = diagrams
  const wordsIn = ({ cube, names: said }: NamedCube) =>
    [...cube].reduce((sum, [level, cells]) => sum + wordsOf(model, level, cells), 1.5 * said.length + 1)
  const words = (cubes: readonly NamedCube[]) => cubes.reduce((sum, one) => sum + wordsIn(one), 0)

  const cover = (lower: Node, upper: Node, free: readonly Name[], more: number): NamedCube[] => {
    let best = coverOf(diagrams, lower, upper).map((cube): NamedCube => ({ cube, names: [], within: yes }))
    if (more === 0) return best
    for (const name of free) {
      const others = free.filter((one) => one !== name)
      for (const negate of [false, true]) {
        const within = negate ? not(name.node) : name.node
        const inside = and(lower, within)
        // A segment that describes none of these contexts does not help, and skipping it costs nothing.
        if (inside === no || (inside === lower && words(best) <= 3)) continue
        const said = cover(inside, or(upper, not(within)), others, more - 1).map((one) => ({
          cube: one.cube,
          names: [negate ? { not: { segment: name.segment } } : { segment: name.segment }, ...one.names],
          within: and(within, one.within),
        }))
        if (words(said) >= words(best)) continue
        const held = said.reduce((join, one) => or(join, and(nodeOfCube(diagrams, one.cube), one.within)), no)
        const found = [...said, ...cover(minus(lower, held), upper, others, more - 1)]
        if (words(found) < words(best)) best = found
      }
    }
    return best
  }
  return cover(least, most, names.slice(0, maxTriedSegments), maxSegmentsInCondition)
}

/** Estimates how many words a constraint on one variable takes. */
const wordsOf = ({ attributes, levelOf, diagrams }: Model, level: number, cells: ReadonlySet<number>): number => {
  const attribute = attributes.find((one) => levelOf(one) === level)
  if (attribute === undefined) return 2
  let [inside, outside] = [0, 0]
  for (let cell = 0; cell < (diagrams.sizes[level] as number); cell += 1) {
    const size = attribute.values.cells[cell]?.kinds.length ?? 1
    if (cells.has(cell)) inside += size
    else outside += size
  }
  return 1 + Math.min(inside, outside)
}
