import type { GraphEdge, GraphThing } from '../features/publishing/schemas/graph.ts'
import { type Graph, placeOf } from './graph.ts'

/** A part of a graph. `more` counts the nodes that were left out. */
export interface Part extends Graph {
  readonly more: number
}

const byPlace = (a: GraphThing, b: GraphThing) => (placeOf(a) < placeOf(b) ? -1 : 1)

/**
 * Returns the surroundings of one node: all nodes within `depth` edges in either direction, nearest first, with the
 * edges among them; at most `most` nodes. Attributes are not passed through, unless the attribute is the center: many
 * flags read `country` and are otherwise unrelated.
 */
export const aroundIn = ({ edges }: Graph, middle: GraphThing, depth: number, most: number): Part => {
  const beside = new Map<string, GraphThing[]>()
  const tie = (one: GraphThing, other: GraphThing) => {
    const known = beside.get(placeOf(one))
    if (known === undefined) beside.set(placeOf(one), [other])
    else known.push(other)
  }
  for (const { from, to } of edges) {
    tie(from, to)
    tie(to, from)
  }
  const reached = new Map([[placeOf(middle), middle]])
  let ring: GraphThing[] = [middle]
  for (let step = 0; step < depth && ring.length > 0; step += 1) {
    const next = new Map<string, GraphThing>()
    for (const thing of ring) {
      if (thing.kind === 'attribute' && thing !== middle) continue
      for (const other of beside.get(placeOf(thing)) ?? [])
        if (!reached.has(placeOf(other))) next.set(placeOf(other), other)
    }
    ring = [...next.values()].sort(byPlace)
    for (const thing of ring) reached.set(placeOf(thing), thing)
  }
  return among([...reached.values()], edges, most)
}

/** Returns all connected nodes, those with the most edges first; at most `most` nodes. */
export const tiedIn = ({ edges }: Graph, most: number): Part => {
  const ties = new Map<string, { thing: GraphThing; count: number }>()
  for (const thing of edges.flatMap(({ from, to }) => [from, to])) {
    const known = ties.get(placeOf(thing))
    if (known === undefined) ties.set(placeOf(thing), { thing, count: 1 })
    else known.count += 1
  }
  const inOrder = [...ties.values()].sort((a, b) => b.count - a.count || byPlace(a.thing, b.thing))
  return among(
    inOrder.map(({ thing }) => thing),
    edges,
    most,
  )
}

const among = (things: readonly GraphThing[], edges: readonly GraphEdge[], most: number): Part => {
  const kept = things.slice(0, most)
  const places = new Set(kept.map(placeOf))
  return {
    things: kept,
    edges: edges.filter(({ from, to }) => places.has(placeOf(from)) && places.has(placeOf(to))),
    more: things.length - kept.length,
  }
}
