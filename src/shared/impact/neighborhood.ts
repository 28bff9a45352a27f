import type { GraphEdge, GraphNodeId } from '../features/publishing/schemas/graph.ts'
import { type Graph, placeOf } from './graph.ts'

/** A part of a graph. `more` counts the nodes that were left out. */
export interface GraphPart extends Graph {
  readonly more: number
}

const byPlace = (a: GraphNodeId, b: GraphNodeId) => (placeOf(a) < placeOf(b) ? -1 : 1)

/**
 * Returns the surroundings of one node: all nodes within `depth` edges in either direction, nearest first, with the
 * edges among them; at most `most` nodes. Attributes are not passed through, unless the attribute is the center: many
 * flags read `country` and are otherwise unrelated.
 */
export const neighborhoodIn = ({ edges }: Graph, middle: GraphNodeId, depth: number, most: number): GraphPart => {
  const beside = new Map<string, GraphNodeId[]>()
  const tie = (one: GraphNodeId, other: GraphNodeId) => {
    const known = beside.get(placeOf(one))
    if (known === undefined) beside.set(placeOf(one), [other])
    else known.push(other)
  }
  for (const { from, to } of edges) {
    tie(from, to)
    tie(to, from)
  }
  const reached = new Map([[placeOf(middle), middle]])
  let ring: GraphNodeId[] = [middle]
  for (let step = 0; step < depth && ring.length > 0; step += 1) {
    const next = new Map<string, GraphNodeId>()
    for (const thing of ring) {
      if (thing.kind === 'attribute' && thing !== middle) continue
      for (const other of beside.get(placeOf(thing)) ?? [])
        if (!reached.has(placeOf(other))) next.set(placeOf(other), other)
    }
    ring = [...next.values()].sort(byPlace)
    for (const thing of ring) reached.set(placeOf(thing), thing)
  }
  return graphPartOf([...reached.values()], edges, most)
}

/** Returns all connected nodes, those with the most edges first; at most `most` nodes. */
export const connectedNodesIn = ({ edges }: Graph, most: number): GraphPart => {
  const ties = new Map<string, { thing: GraphNodeId; count: number }>()
  for (const thing of edges.flatMap(({ from, to }) => [from, to])) {
    const known = ties.get(placeOf(thing))
    if (known === undefined) ties.set(placeOf(thing), { thing, count: 1 })
    else known.count += 1
  }
  const inOrder = [...ties.values()].sort((a, b) => b.count - a.count || byPlace(a.thing, b.thing))
  return graphPartOf(
    inOrder.map(({ thing }) => thing),
    edges,
    most,
  )
}

const graphPartOf = (things: readonly GraphNodeId[], edges: readonly GraphEdge[], most: number): GraphPart => {
  const kept = things.slice(0, most)
  const places = new Set(kept.map(placeOf))
  return {
    things: kept,
    edges: edges.filter(({ from, to }) => places.has(placeOf(from)) && places.has(placeOf(to))),
    more: things.length - kept.length,
  }
}
