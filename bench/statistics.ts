/** Result of comparing two samples. */
export type Comparison = {
  /** Medians, in the samples' unit. */
  medianA: number
  medianB: number
  /** Share of pairs in which the value of B is greater than that of A. 0.5 if there is no difference. */
  greater: number
  /** Two-sided p-value. */
  p: number
}

/**
 * The Mann–Whitney U test (Mann and Whitney, 1947) with the normal approximation and correction for ties: whether
 * values of one sample tend to be greater, for any distribution. For samples of at least 20.
 */
export function mannWhitney(a: readonly number[], b: readonly number[]): Comparison {
  const all = [...a.map((value) => ({ value, ofB: false })), ...b.map((value) => ({ value, ofB: true }))]
  all.sort((x, y) => x.value - y.value)
  let ranksOfB = 0
  let ties = 0
  for (let from = 0, to = 0; from < all.length; from = to) {
    const { value } = all[from] ?? { value: 0 }
    while (to < all.length && all[to]?.value === value) to++
    const size = to - from
    // ties have the mean of their ranks
    const rank = (from + 1 + to) / 2
    ties += size ** 3 - size
    ranksOfB += rank * all.slice(from, to).filter(({ ofB }) => ofB).length
  }
  const [m, n, count] = [a.length, b.length, all.length]
  const u = ranksOfB - (n * (n + 1)) / 2
  const deviation = Math.sqrt(((m * n) / 12) * (count + 1 - ties / (count * (count - 1))))
  const z = deviation === 0 ? 0 : (u - (m * n) / 2) / deviation
  return { medianA: median(a), medianB: median(b), greater: u / (m * n), p: Math.min(1, 2 * upperTail(Math.abs(z))) }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((x, y) => x - y)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}

/** Upper tail of the normal distribution (Abramowitz and Stegun, 26.2.17; error under 7.5e-8). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const poly = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * poly
}
