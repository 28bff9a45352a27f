import type { GraphEdge, GraphNode, GraphView } from '../../../../shared/features/publishing/schemas/graph.ts'
import { placeOf } from '../../../../shared/impact/graph.ts'
import { dependencyWords, dependentWords } from './graph-words.ts'

/** A node with its relation to its parent, and its children. */
export type Branch = { words: string; node: GraphNode; branches: Branch[] }

/** Converts a graph to a tree around one thing. Each thing appears once, at its shortest distance. */
export const treeOf = ({ nodes, edges }: Pick<GraphView, 'nodes' | 'edges'>, middle: string): Branch[] => {
  const known = new Map(nodes.map((node) => [placeOf(node), node]))
  const seen = new Set([middle])
  const roots: Branch[] = []
  let ring: { place: string; branches: Branch[] }[] = [{ place: middle, branches: roots }]
  while (ring.length > 0) {
    const next: typeof ring = []
    for (const { place, branches } of ring) {
      for (const edge of edges) {
        const other = otherEnd(edge, place)
        const node = other === null ? undefined : known.get(other.place)
        if (other === null || node === undefined || seen.has(other.place)) continue
        seen.add(other.place)
        const branch: Branch = { words: other.words, node, branches: [] }
        branches.push(branch)
        next.push({ place: other.place, branches: branch.branches })
      }
    }
    ring = next
  }
  return roots
}

const otherEnd = (edge: GraphEdge, place: string): { place: string; words: string } | null => {
  if (placeOf(edge.from) === place) return { place: placeOf(edge.to), words: dependencyWords[edge.kind] }
  if (placeOf(edge.to) === place) return { place: placeOf(edge.from), words: dependentWords[edge.kind] }
  return null
}
