/**
 * SVG paths of a line and the area below it, starting at zero. A gap in the counts is a gap in both; a single count
 * between gaps is a dash. Empty without any count.
 */
export const sparkPath = (
  points: readonly (number | null)[],
  width: number,
  height: number,
): { line: string; area: string } => {
  const top = Math.max(...points.map((point) => point ?? 0)) || 1
  const x = (i: number) => round((i / Math.max(1, points.length - 1)) * width)
  const y = (count: number) => round(height - 1 - (count / top) * (height - 2))
  const runs: { from: number; counts: number[] }[] = []
  for (const [i, point] of points.entries()) {
    if (point === null) continue
    const run = runs.at(-1)
    if (run !== undefined && run.from + run.counts.length === i) run.counts.push(point)
    else runs.push({ from: i, counts: [point] })
  }
  const drawn = runs.map(({ from, counts }) => counts.map((count, i) => ({ x: x(from + i), y: y(count) })))
  return {
    line: drawn.map(strokeOf).join(''),
    area: drawn.map((run) => strokeOf(run) + closing(run, height)).join(''),
  }
}

type Point = { x: number; y: number }

const strokeOf = (run: readonly Point[]): string => {
  const [first, ...others] = run
  if (first !== undefined && others.length === 0) return `M${first.x - 1} ${first.y}H${first.x + 1}`
  const d = run.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('')
  return d
}

/** Closes the area along the baseline. */
const closing = (run: readonly Point[], height: number): string => {
  const d = `L${run.at(-1)?.x ?? 0} ${height}L${run[0]?.x ?? 0} ${height}Z`
  return d
}

const round = (value: number): number => Math.round(value * 10) / 10
