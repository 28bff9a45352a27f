import type { Cube } from './cover.ts'
import type { Diagrams, Node } from './diagram.ts'
import type { NamedCube } from './names.ts'

/** Returns some of the paths through a set, each as a cube. Cells with the same continuation are grouped. */
export const pathsOf = (diagrams: Diagrams, set: Node, most = 24): Cube[] => {
  const found: Cube[] = []
  const walk = (node: Node, path: [number, Set<number>][]): void => {
    if (found.length >= most || node === diagrams.no) return
    if (node === diagrams.yes) {
      found.push(new Map(path))
      return
    }
    const level = diagrams.levelOf(node)
    const children = new Map<Node, Set<number>>()
    for (let cell = 0; cell < (diagrams.sizes[level] as number); cell += 1) {
      const child = diagrams.child(node, level, cell)
      children.set(child, (children.get(child) ?? new Set()).add(cell))
    }
    for (const [child, cells] of children) walk(child, [...path, [level, cells]])
  }
  walk(set, [])
  return found
}

/** A few paths through the part of a cube that moves and can be, as cubes of single cells. */
export const narrowed = (diagrams: Diagrams, { cube, within }: NamedCube, set: Node): Cube[] =>
  pathsOf(diagrams, restricted(diagrams, cube, diagrams.and(set, within)))

export const restricted = (diagrams: Diagrams, cube: Cube, set: Node): Node =>
  [...cube].reduce(
    (rest, [level, cells]) =>
      diagrams.and(
        rest,
        diagrams.look(
          level,
          Array.from({ length: diagrams.sizes[level] as number }, (_, cell) =>
            cells.has(cell) ? diagrams.yes : diagrams.no,
          ),
        ),
      ),
    set,
  )
