import type { Layout, PlacedNode } from './graph-layout.ts'

/** The box that an arrow key moves to: left and right along a line, up and down within a layer. */
export const neighbourOf = (layout: Layout, here: string, key: string): string | undefined => {
  const at = layout.nodes.find(({ place }) => place === here)
  if (at === undefined) return undefined
  const nearest = (nodes: readonly PlacedNode[]) =>
    nodes.toSorted(
      (a, b) => Math.abs(a.x - at.x) - Math.abs(b.x - at.x) || Math.abs(a.y - at.y) - Math.abs(b.y - at.y),
    )[0]?.place
  const along = (end: 'from' | 'to') => {
    const start = end === 'from' ? 'to' : 'from'
    const places = new Set(layout.edges.flatMap((edge) => (edge[start] === here ? [edge[end]] : [])))
    return nearest(layout.nodes.filter(({ place }) => places.has(place)))
  }
  if (key === 'ArrowRight') return along('from')
  if (key === 'ArrowLeft') return along('to')
  const layer = layout.nodes.filter(({ x, place }) => x === at.x && place !== here)
  if (key === 'ArrowDown') return nearest(layer.filter(({ y }) => y > at.y))
  if (key === 'ArrowUp') return nearest(layer.filter(({ y }) => y < at.y))
  return undefined
}
