type Placed = { readonly y: number; readonly height: number }

/**
 * Vertical centers of labels, in order and as close as possible to their elements. Labels are at least `least` apart
 * and half of that from the ends. If they do not all fit, they start at the top.
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
