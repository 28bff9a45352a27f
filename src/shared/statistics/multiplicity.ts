/** Adjusted p-values, in the order given; each may be read against α as if it were the only one. */
export type Adjust = (ps: readonly number[]) => number[]

type Ranked = { readonly p: number; readonly at: number }

const ranked = (ps: readonly number[]): Ranked[] => {
  ps.forEach((p, at) => {
    if (!(p >= 0 && p <= 1)) throw new RangeError(`ps[${String(at)}] must be a probability, not ${String(p)}`)
  })
  return ps.map((p, at) => ({ p, at })).sort((a, b) => a.p - b.p)
}

/** Puts adjusted values back in the order given, at most 1. */
const inOrder = (sorted: readonly Ranked[], values: readonly number[]): number[] => {
  const result = sorted.map(() => 1)
  sorted.forEach(({ at }, rank) => {
    result[at] = Math.min(1, values[rank] ?? 1)
  })
  return result
}

/** Never below what a smaller p was given. */
const stepDown = (ps: readonly number[], factor: (rank: number, m: number) => number): number[] => {
  const sorted = ranked(ps)
  let least = 0
  return inOrder(
    sorted,
    sorted.map(({ p }, rank) => (least = Math.max(least, p * factor(rank, ps.length)))),
  )
}

/** Any false find at most α, whatever hangs together with what (Holm 1979). Families of always-valid p use this. */
export const holm: Adjust = (ps) => stepDown(ps, (rank, m) => m - rank)
