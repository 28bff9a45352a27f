import type { GraphEdge, GraphNodeId } from '../features/publishing/schemas/graph.ts'
import { type Graph, placeOf } from './graph.ts'

/** A path from a remaining node to a removed one. Its last edge ends at the removed node. */
export type DependentPath = readonly GraphEdge[]

/**
 * Finds the dependents of removed nodes: everything that refers to one directly or indirectly, each by its shortest
 * path, shortest first. The last edge of a path is the reference to delete; each such reference has a path of one edge.
 */
export const dependentPathsOf = ({ edges }: Graph, gone: readonly GraphNodeId[]): DependentPath[] => {
  const users = new Map<string, GraphEdge[]>()
  for (const edge of edges) {
    const known = users.get(placeOf(edge.to))
    if (known === undefined) users.set(placeOf(edge.to), [edge])
    else known.push(edge)
  }
  const places = new Set(gone.map(placeOf))
  const reached = new Set(places)
  const found: DependentPath[] = []
  // Lists every direct reference, even if one flag refers to several removed nodes.
  let ring: DependentPath[] = gone.flatMap((thing) =>
    (users.get(placeOf(thing)) ?? []).filter(({ from }) => !places.has(placeOf(from))).map((edge) => [edge]),
  )
  const order = (a: DependentPath, b: DependentPath) => (startOf(a) < startOf(b) ? -1 : 1)
  while (ring.length > 0) {
    const next = new Map<string, DependentPath>()
    ring.sort(order)
    for (const path of ring) reached.add(startOf(path))
    for (const path of ring) {
      found.push(path)
      for (const edge of users.get(startOf(path)) ?? []) {
        const place = placeOf(edge.from)
        if (!reached.has(place) && !next.has(place)) next.set(place, [edge, ...path])
      }
    }
    ring = [...next.values()]
  }
  return found
}

const startOf = ([first]: DependentPath): string => (first === undefined ? '' : placeOf(first.from))
