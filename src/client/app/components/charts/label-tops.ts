/** Where something stands at the side of a picture, and how high it is. */
type Placed = { readonly y: number; readonly height: number }

/**
 * The middles of labels beside what they name, in order: each `least` apart from the next and half of that from the ends,
 * and as near to its own as they allow. Where they cannot all fit, they begin at the top.
 */
export const labelTops = (nodes: readonly Placed[], height: number, least: number): number[] => {
  const tops: number[] = []
  for (const { y, height: size } of nodes) tops.push(Math.max(y + size / 2, (tops.at(-1) ?? -least / 2) + least))
  let below = height + least / 2
  for (let at = tops.length - 1; at >= 0; at -= 1) {
    below = Math.max(Math.min(tops[at] ?? 0, below - least), (at + 0.5) * least)
    tops[at] = below
  }
  return tops
}
