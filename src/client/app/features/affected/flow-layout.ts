import type { Move, Share } from '../../../../shared/impact/movement.ts'

/** A variant on one side of the picture, with its position and its number of contexts. */
export type FlowNode = { variant: string | null; count: number; y: number; height: number }

/**
 * The contexts with the same variant before and the same variant after. They stay if `from` equals `to`. `may`: whether
 * they move is uncertain.
 */
export type FlowRibbon = {
  from: string | null
  to: string | null
  may: boolean
  count: number
  fromY: number
  toY: number
  height: number
}

export type Flow = { before: FlowNode[]; after: FlowNode[]; ribbons: FlowRibbon[] }

const least = 2

/**
 * Computes the layout of the flow picture. Variants are in the same order on both sides, with heights proportional to
 * their counts. Ribbons between them show who stays, moves or may move. Variants that are not in `order` come last.
 */
export const flowLayout = (
  effect: { before: readonly Share[]; after: readonly Share[]; moves: readonly Move[]; mayMove: readonly Move[] },
  order: readonly (string | null)[],
  height: number,
  gap: number,
): Flow => {
  const rank = (variant: string | null) => {
    const at = order.indexOf(variant)
    return at < 0 ? order.length : at
  }
  const sorted = (shares: readonly Share[]) =>
    shares.filter(({ count }) => count > 0).toSorted((a, b) => rank(a.variant) - rank(b.variant))
  const [before, after] = [sorted(effect.before), sorted(effect.after)]
  const total = before.reduce((sum, { count }) => sum + count, 0)
  const rows = Math.max(before.length, after.length, 1)
  const scale = total === 0 ? 0 : (height - gap * (rows - 1)) / total
  const stacked = (shares: readonly Share[]): FlowNode[] => {
    let y = 0
    return shares.map(({ variant, count }) => {
      const node = { variant, count, y, height: Math.max(least, count * scale) }
      y += node.height + gap
      return node
    })
  }
  const [left, right] = [stacked(before), stacked(after)]
  const moves = [
    ...effect.moves.map((move) => ({ ...move, may: false })),
    ...effect.mayMove.map((move) => ({ ...move, may: true })),
  ]
  const stays = before.flatMap(({ variant, count }) => {
    const moved = moves.filter(({ from }) => from === variant).reduce((sum, move) => sum + move.count, 0)
    return count > moved ? [{ from: variant, to: variant, may: false, count: count - moved }] : []
  })
  const all = [...stays, ...moves].filter(({ count }) => count > 0)
  const offset = (nodes: readonly FlowNode[], variant: string | null) =>
    nodes.find((node) => node.variant === variant)?.y ?? 0
  const takenLeft = new Map<string | null, number>()
  const takenRight = new Map<string | null, number>()
  const take = (taken: Map<string | null, number>, variant: string | null, size: number): number => {
    const at = taken.get(variant) ?? 0
    taken.set(variant, at + size)
    return at
  }
  const heightOf = (count: number) => count * scale
  const toY = new Map(
    all
      .toSorted((a, b) => rank(a.to) - rank(b.to) || rank(a.from) - rank(b.from))
      .map((move) => [move, offset(right, move.to) + take(takenRight, move.to, heightOf(move.count))]),
  )
  const ribbons = all
    .toSorted((a, b) => rank(a.from) - rank(b.from) || rank(a.to) - rank(b.to))
    .map((move) => ({
      ...move,
      fromY: offset(left, move.from) + take(takenLeft, move.from, heightOf(move.count)),
      toY: toY.get(move) ?? 0,
      height: heightOf(move.count),
    }))
  return { before: left, after: right, ribbons }
}

/** SVG path of a ribbon across a picture of the given width. */
export const ribbonPath = ({ fromY, toY, height }: FlowRibbon, width: number): string => {
  const middle = width / 2
  const [top, bottom] = [fromY + height, toY + height]
  const d = `M0 ${fromY}C${middle} ${fromY} ${middle} ${toY} ${width} ${toY}L${width} ${bottom}C${middle} ${bottom} ${middle} ${top} 0 ${top}Z`
  return d
}
