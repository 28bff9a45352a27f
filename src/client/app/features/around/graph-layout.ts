import { Graph, layout } from '@dagrejs/dagre'
import type { GraphEdge, GraphNode } from '../../../../shared/features/publishing/schemas/graph.ts'
import { placeOf } from '../../../../shared/impact/graph.ts'

/** Size of a box and spacing, in pixels. */
export const box = { width: 196, height: 56 } as const
const room = { between: 20, across: 84, margin: 16 } as const

export interface PlacedNode {
  readonly node: GraphNode
  readonly place: string
  /** Top left corner. */
  readonly x: number
  readonly y: number
}

interface PlacedEdge {
  readonly edge: GraphEdge
  readonly from: string
  readonly to: string
  /** SVG path from the right edge of a dependency to the left edge of its dependent. */
  readonly path: string
  readonly middle: { readonly x: number; readonly y: number }
}

export interface Layout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
}

/** Computes positions of boxes and lines. Dependencies are to the left of their dependents, in layers. */
export const layoutOf = (nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Layout => {
  const graph = new Graph({ multigraph: true })
  graph.setGraph({
    rankdir: 'LR',
    nodesep: room.between,
    ranksep: room.across,
    marginx: room.margin,
    marginy: room.margin,
  })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const node of nodes) graph.setNode(placeOf(node), { ...box })
  for (const edge of edges) graph.setEdge(placeOf(edge.to), placeOf(edge.from), {}, edge.kind)
  layout(graph)
  const corner = (place: string) => {
    const { x = 0, y = 0 } = graph.node(place)
    return { x: x - box.width / 2, y: y - box.height / 2 }
  }
  const { width = 0, height = 0 } = graph.graph()
  return {
    width,
    height,
    nodes: nodes.map((node) => ({ node, place: placeOf(node), ...corner(placeOf(node)) })),
    edges: edges.map((edge) => {
      const [from, to] = [placeOf(edge.from), placeOf(edge.to)]
      const { points = [] } = graph.edge({ v: to, w: from, name: edge.kind })
      return { edge, from, to, ...curve(corner(to), corner(from), points) }
    }),
  }
}

type Point = { x: number; y: number }

/**
 * A curve through the intermediate layers, horizontal at both ends. Every second point lies only halfway to the next
 * layer, so it is skipped.
 */
const curve = (start: Point, end: Point, points: readonly Point[]) => {
  const between = points.slice(1, -1).filter((_, at) => at % 2 === 1)
  const stops = [
    { x: start.x + box.width, y: start.y + box.height / 2 },
    ...between,
    { x: end.x, y: end.y + box.height / 2 },
  ]
  let path = ''
  for (const [at, { x, y }] of stops.entries()) {
    const before = stops[at - 1]
    if (before === undefined) path = `M${x} ${y}`
    else path += `C${(before.x + x) / 2} ${before.y} ${(before.x + x) / 2} ${y} ${x} ${y}`
  }
  const [first, second] = [stops[0] ?? start, stops[1] ?? end]
  return { path, middle: { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 } }
}
