import type { Condition } from '../schemas/condition.ts'
import type { WantedCells } from './condition-synthesis.ts'
import { type Cube, nodeOfCube } from './cover.ts'
import type { Diagrams, Node } from './diagram.ts'
import type { Model } from './model.ts'
import type { NamedCube } from './names.ts'
import { phraseOther, phraseValues, shareOf } from './phrase.ts'
import type { Texts } from './texts.ts'

/** Writes a cube and its segments as one condition that is exact within `domain`. */
export const regionOf = (
  model: Model,
  texts: Texts,
  { cube, names, within }: NamedCube,
  domain: Node,
): { when: Condition; share: number } => {
  const said = phraseOfCube(model, texts.withoutImplied(cube), model.diagrams.and(domain, within))
  if (names.length === 0) return said
  const { when, share } = said
  const more = when === true ? [] : 'all' in when ? when.all : [when]
  const all = [...names, ...more]
  const [only] = all
  return { when: all.length === 1 && only !== undefined ? only : { all }, share }
}

/**
 * Writes a cube as a condition that is exact within `domain`, and returns the share of its buckets per 100,000.
 * Constraints that the others imply are removed one by one, each checked against the rest.
 */
const phraseOfCube = (model: Model, cube: Cube, domain: Node): { when: Condition; share: number } => {
  const { diagrams, attributes, levelOf } = model
  const { sizes } = diagrams
  const said = new Map(cube)
  const all: Condition[] = []
  /** Returns whether a context that meets the other constraints can be in a cell of this variable. */
  const mattering = (level: number): ((cell: number) => boolean) => {
    const rest = new Map([...said].filter(([other]) => other !== level))
    const among = cellsIn(diagrams, diagrams.and(nodeOfCube(diagrams, rest), domain), level)
    return among === 'all' ? () => true : (cell) => among.has(cell)
  }
  const wantedAt = (level: number, cells: ReadonlySet<number>): WantedCells => ({
    size: sizes[level] as number,
    cells,
    matters: mattering(level),
  })
  // Variables derived from a value come after it, so that they can be omitted if the value implies them.
  for (const attribute of attributes) {
    const base = levelOf(attribute)
    for (let at = 0; at <= attribute.others.length; at += 1) {
      const level = base + at
      const cells = said.get(level)
      if (cells === undefined) continue
      const wanted = wantedAt(level, cells)
      const other = attribute.others[at - 1]
      const phrase = other === undefined ? phraseValues(attribute, wanted) : phraseOther(attribute.path, other, wanted)
      if (phrase === undefined) {
        said.delete(level)
        continue
      }
      const { condition, holds } = phrase
      // Later constraints are minimized against this condition, which may include additional cells that are empty.
      said.set(level, new Set(Array.from({ length: wanted.size }, (_, cell) => cell).filter(holds)))
      all.push(...(condition !== true && 'all' in condition ? condition.all : [condition]))
    }
  }
  const [only] = all
  return { when: only === undefined ? true : all.length === 1 ? only : { all }, share: shareOfCube(model, said) }
}

/** Returns the cells of one variable that occur in a set. */
const cellsIn = (diagrams: Diagrams, set: Node, level: number): ReadonlySet<number> | 'all' => {
  const found = new Set<number>()
  const seen = new Set<Node>()
  let all = false
  const size = (at: number) => diagrams.sizes[at] as number
  const walk = (node: Node): void => {
    if (all || node === diagrams.no || seen.has(node)) return
    seen.add(node)
    const at = diagrams.levelOf(node)
    if (at > level) all = true
    else if (at === level) {
      for (let cell = 0; cell < size(at); cell += 1) if (diagrams.child(node, at, cell) !== diagrams.no) found.add(cell)
    } else for (let cell = 0; cell < size(at); cell += 1) walk(diagrams.child(node, at, cell))
  }
  walk(set)
  return all ? 'all' : found
}

/** Returns the share of the bucket space that a cube covers, per 100,000. */
const shareOfCube = ({ attributes, levelOf }: Model, cube: Cube): number =>
  Math.round(
    attributes.reduce((share, attribute) => {
      const places = cube.get(levelOf(attribute))
      const whole = places === undefined ? 1 : (attribute.extended?.shareOf?.(places) ?? 1)
      return attribute.others.reduce((product, other, at) => {
        const cells = cube.get(levelOf(attribute) + 1 + at)
        if (cells === undefined) return product
        if ('say' in other) return product * (other.shareOf?.(cells) ?? 1)
        return other.kind !== 'buckets' ? product : product * shareOf(other, cells)
      }, share * whole)
    }, 100_000),
  )
