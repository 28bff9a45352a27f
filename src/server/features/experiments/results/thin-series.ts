export const maxChartLooks = 200

/**
 * Thins a series evenly to at most `most` items. Keeps the first, the last and all that match `isKept`, so that a curve
 * through them has the same start, end and turning points.
 */
export function thinSeries<One>(all: readonly One[], most: number, isKept: (one: One) => boolean): One[] {
  if (all.length <= most) return [...all]
  const step = (all.length - 1) / (most - 1)
  const even = new Set(Array.from({ length: most }, (_, at) => Math.round(at * step)))
  return all.filter((one, at) => even.has(at) || isKept(one))
}
