import type { GraphEdge, GraphThing } from '../features/publishing/schemas/graph.ts'
import { type Graph, placeOf } from './graph.ts'

/** One way from something that stays to what would go: its edges in order, the last of which ends at what would go. */
export type HangingPath = readonly GraphEdge[]

/**
 * What hangs on things that would go: everything that leads to one of them by reference, each by its shortest way, the
 * shortest ways first. The last edge of a way is what has to be cut; there is a way of one edge for each that has to be.
 */
export const hangingOn = ({ edges }: Graph, gone: readonly GraphThing[]): HangingPath[] => {
  const users = new Map<string, GraphEdge[]>()
  for (const edge of edges) {
    const known = users.get(placeOf(edge.to))
    if (known === undefined) users.set(placeOf(edge.to), [edge])
    else known.push(edge)
  }
  const places = new Set(gone.map(placeOf))
  const reached = new Set(places)
  const found: HangingPath[] = []
  // what is to be cut is told edge by edge, also where one flag names two of those that go
  let ring: HangingPath[] = gone.flatMap((thing) =>
    (users.get(placeOf(thing)) ?? []).filter(({ from }) => !places.has(placeOf(from))).map((edge) => [edge]),
  )
  const order = (a: HangingPath, b: HangingPath) => (startOf(a) < startOf(b) ? -1 : 1)
  while (ring.length > 0) {
    const next = new Map<string, HangingPath>()
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

const startOf = ([first]: HangingPath): string => (first === undefined ? '' : placeOf(first.from))
