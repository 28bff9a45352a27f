/** Code points as the ends of sorted, half-open ranges: `[from, to, from, to, …]`. */
export type Ranges = readonly number[]

/** The number of code points. */
export const codePoints = 0x11_0000

export const allBut = (ranges: Ranges): Ranges => {
  const ends = [0, ...ranges, codePoints]
  const [first, second] = ends
  const start = first === second ? 2 : 0
  return ends.at(-1) === ends.at(-2) ? ends.slice(start, -2) : ends.slice(start)
}

/** Sorts and merges ranges. */
export const rangesOf = (stretches: readonly (readonly [from: number, to: number])[]): Ranges => {
  const found: number[] = []
  for (const [from, to] of [...stretches].sort(([a], [b]) => a - b)) {
    const end = found.at(-1)
    if (end !== undefined && from <= end) found[found.length - 1] = Math.max(end, to)
    else found.push(from, to)
  }
  return found
}

export const holds = (ranges: Ranges, codePoint: number): boolean => {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle] as number) <= codePoint) low = middle + 1
    else high = middle
  }
  return low % 2 === 1
}
