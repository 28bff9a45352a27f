import type { Condition } from '../schemas/condition.ts'
import { type Cube, nodeOfCube } from './cover.ts'
import type { Node } from './diagram.ts'
import type { Model } from './model.ts'
import { phraseOther, phraseValues, shareOf, type Wanted } from './phrase.ts'

/**
 * A cube as a condition that holds in it, within `domain`, and nowhere else there; and how much of the line its buckets take,
 * per 100 000. Demands that the others imply are left
 * out, one after the other, each against what is said of the rest.
 */
export const phraseOfCube = (model: Model, cube: Cube, domain: Node): { when: Condition; share: number } => {
  const { diagrams, attributes, levelOf } = model
  const { no, and, look, sizes } = diagrams
  const said = new Map(cube)
  const all: Condition[] = []
  /** The cells of a variable that someone can be in of whom the rest of the cube is said. */
  const mattering = (level: number): ((cell: number) => boolean) => {
    const rest = new Map([...said].filter(([other]) => other !== level))
    const among = and(nodeOfCube(diagrams, rest), domain)
    return (cell) => and(among, look(level, oneOf(sizes[level] as number, cell, diagrams.yes, no))) !== no
  }
  const wantedAt = (level: number, cells: ReadonlySet<number>): Wanted => {
    const matters = mattering(level)
    const known = new Map<number, boolean>()
    return {
      size: sizes[level] as number,
      cells,
      matters: (cell) => {
        const answer = known.get(cell) ?? matters(cell)
        known.set(cell, answer)
        return answer
      },
    }
  }
  // What is derived from a value is said after it, and so can be left out where the value says it.
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
      // The next are said beside what is said here, which may be more than was asked for where nobody is.
      said.set(level, new Set(Array.from({ length: wanted.size }, (_, cell) => cell).filter(holds)))
      all.push(...(condition !== true && 'all' in condition ? condition.all : [condition]))
    }
  }
  const [only] = all
  return { when: only === undefined ? true : all.length === 1 ? only : { all }, share: shareOfCube(model, said) }
}

const oneOf = (size: number, cell: number, yes: Node, no: Node): Node[] =>
  Array.from({ length: size }, (_, at) => (at === cell ? yes : no))

/** How much of the line its buckets take, per 100 000. */
const shareOfCube = ({ attributes, levelOf }: Model, cube: Cube): number =>
  Math.round(
    attributes.reduce(
      (share, attribute) =>
        attribute.others.reduce((product, other, at) => {
          const cells = cube.get(levelOf(attribute) + 1 + at)
          return other.kind !== 'buckets' || cells === undefined ? product : product * shareOf(other, cells)
        }, share),
      100_000,
    ),
  )
