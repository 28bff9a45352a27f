/** A line and the area under it, from zero, for counts over time; a gap in them is a gap in both. Empty without any count. */
export const sparkPath = (
  points: readonly (number | null)[],
  width: number,
  height: number,
): { line: string; area: string } => {
  const top = Math.max(1, ...points.map((point) => point ?? 0))
  const x = (i: number) => round((i / Math.max(1, points.length - 1)) * width)
  const y = (count: number) => round(height - 1 - (count / top) * (height - 2))
  const runs: { from: number; counts: number[] }[] = []
  for (const [i, point] of points.entries()) {
    if (point === null) continue
    const run = runs.at(-1)
    if (run !== undefined && run.from + run.counts.length === i) run.counts.push(point)
    else runs.push({ from: i, counts: [point] })
  }
  const drawn = runs.map(({ from, counts }) => ({
    line: `M${counts.map((count, i) => `${x(from + i)} ${y(count)}`).join('L')}`,
    closed: `L${x(from + counts.length - 1)} ${height}L${x(from)} ${height}Z`,
  }))
  return {
    line: drawn.map(({ line }) => line).join(''),
    area: drawn.map(({ line, closed }) => line + closed).join(''),
  }
}

const round = (value: number): number => Math.round(value * 10) / 10
