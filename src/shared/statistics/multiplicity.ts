/** Adjusts p-values, in the given order. Each result can be compared with α as if it were the only one. */
export type Adjust = (ps: readonly number[]) => number[]

type Ranked = { readonly p: number; readonly at: number }

const ranked = (ps: readonly number[]): Ranked[] => {
  ps.forEach((p, at) => {
    if (!(p >= 0 && p <= 1)) throw new RangeError(`ps[${String(at)}] must be a probability, not ${String(p)}`)
  })
  return ps.map((p, at) => ({ p, at })).sort((a, b) => a.p - b.p)
}

/** Returns adjusted values in the original order, at most 1. */
const inOrder = (sorted: readonly Ranked[], values: readonly number[]): number[] => {
  const result = sorted.map(() => 1)
  sorted.forEach(({ at }, rank) => {
    result[at] = Math.min(1, values[rank] ?? 1)
  })
  return result
}

/** A larger p never gets a smaller adjusted value than a smaller p. */
const stepDown = (ps: readonly number[], factor: (rank: number, m: number) => number): number[] => {
  const sorted = ranked(ps)
  let least = 0
  return inOrder(
    sorted,
    sorted.map(({ p }, rank) => (least = Math.max(least, p * factor(rank, ps.length)))),
  )
}

/** Controls the family-wise error at α under any dependence (Holm 1979). Used for families of always-valid p. */
export const holm: Adjust = (ps) => stepDown(ps, (rank, m) => m - rank)
