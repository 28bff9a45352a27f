import type { Diagrams, Node } from './diagram.ts'

/** Contexts whose cell is listed, for each listed level. All other levels are unconstrained. */
export type Cube = ReadonlyMap<number, ReadonlySet<number>>

export const nodeOfCube = (diagrams: Diagrams, cube: Cube): Node =>
  [...cube]
    .sort(([a], [b]) => b - a)
    .reduce<Node>((rest, [level, cells]) => {
      const size = diagrams.sizes[level] as number
      return diagrams.look(
        level,
        Array.from({ length: size }, (_, cell) => (cells.has(cell) ? rest : diagrams.no)),
      )
    }, diagrams.yes)

/**
 * Returns a few cubes that cover all of `least` and nothing outside of `most`: Minato's recursion (irredundant sums of
 * products), generalized to sets of cells.
 */
export const coverOf = (diagrams: Diagrams, least: Node, most: Node): Cube[] => {
  const { no, yes, and, or, minus, child, levelOf, sizes } = diagrams
  const memo = new Map<string, Cube[]>()

  const cover = (lower: Node, upper: Node): Cube[] => {
    if (lower === no) return []
    if (upper === yes) return [new Map()]
    const name = `${lower},${upper}`
    const found = memo.get(name)
    if (found !== undefined) return found
    const level = Math.min(levelOf(lower), levelOf(upper))
    // Groups cells that have the same continuation.
    const groups = new Map<string, { rest: Node; upper: Node; cells: number[] }>()
    for (let cell = 0; cell < (sizes[level] as number); cell += 1) {
      const [low, high] = [child(lower, level, cell), child(upper, level, cell)]
      const known = groups.get(`${low},${high}`)
      if (known === undefined) groups.set(`${low},${high}`, { rest: low, upper: high, cells: [cell] })
      else known.cells.push(cell)
    }
    const all = [...groups.values()]
    const everywhere = all.reduce((meet, group) => and(meet, group.upper), yes)
    const cubes: Cube[] = []
    for (const group of all) {
      for (const cube of cover(minus(group.rest, everywhere), group.upper)) {
        const node = nodeOfCube(diagrams, cube)
        const where = all.filter((other) => minus(node, other.upper) === no)
        cubes.push(new Map([...cube, [level, new Set(where.flatMap(({ cells }) => cells))]]))
        for (const other of where) other.rest = minus(other.rest, node)
      }
    }
    cubes.push(
      ...cover(
        all.reduce((join, group) => or(join, group.rest), no),
        everywhere,
      ),
    )
    memo.set(name, cubes)
    return cubes
  }

  return withoutRedundant(diagrams, least, cover(least, most))
}

/** Removes cubes whose part of `least` is covered by the others. Skipped if there are many cubes. */
const withoutRedundant = (diagrams: Diagrams, least: Node, cubes: readonly Cube[]): Cube[] => {
  if (cubes.length > 100) return [...cubes]
  const { no, and, or, minus } = diagrams
  const nodes = cubes.map((cube) => and(nodeOfCube(diagrams, cube), least))
  /** `before[n]` is the union of the first n cubes. The later ones are processed first. */
  const before: Node[] = [no]
  for (const node of nodes) before.push(or(before.at(-1) as Node, node))
  let after: Node = no
  const kept: Cube[] = []
  for (let at = cubes.length - 1; at >= 0; at -= 1) {
    const node = nodes[at] as Node
    if (minus(minus(node, after), before[at] as Node) === no) continue
    after = or(after, node)
    kept.push(cubes[at] as Cube)
  }
  return kept.reverse()
}
