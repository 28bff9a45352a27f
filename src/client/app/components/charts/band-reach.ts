/** An estimate with its interval. */
export type Band = { readonly estimate: number; readonly low: number; readonly high: number }

/**
 * The value range of a chart with intervals: zero, the fixed lines, every estimate, and the intervals, except much
 * wider ones in the first third. Wider intervals are cut off at the edge.
 */
export const bandReach = (
  series: readonly (readonly (Band | null)[])[],
  lines: readonly number[],
): [low: number, high: number] => {
  const steps = Math.max(0, ...series.map((points) => points.length))
  const settled = series.flatMap((points) => points.slice(Math.floor(steps / 3)))
  const some = settled.some((point) => point !== null) ? settled : series.flat()
  const estimates = series.flat().flatMap((point) => (point === null ? [] : [point.estimate]))
  const values = [
    0,
    ...lines,
    ...estimates,
    ...some.flatMap((point) => (point === null ? [] : [point.low, point.high])),
  ]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (low === high) return [-1, 1]
  const room = (high - low) * 0.06
  return [low - room, high + room]
}
