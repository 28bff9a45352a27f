/** An estimate with its band. */
export type Band = { readonly estimate: number; readonly low: number; readonly high: number }

/**
 * The values that a picture of bands over time spans: zero, the lines that are always shown, every estimate, and the bands but
 * for those of the first third where they are far wider. What reaches beyond is cut off at the edge.
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
