/** A curve is drawn through so many looks at most. */
export const drawnLooks = 200

/**
 * So many of these at most, evenly: the first, the last and whatever `isKept` says stay, so that a curve through them begins, ends and
 * turns where it does through all.
 */
export function thinned<One>(all: readonly One[], most: number, isKept: (one: One) => boolean): One[] {
  if (all.length <= most) return [...all]
  const step = (all.length - 1) / (most - 1)
  const even = new Set(Array.from({ length: most }, (_, at) => Math.round(at * step)))
  return all.filter((one, at) => even.has(at) || isKept(one))
}
