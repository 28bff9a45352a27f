/** Adjusted p-values in the given order. Each can be compared with α as if it were the only one. */
export type Adjust = (ps: readonly number[]) => number[]

type Ranked = { readonly p: number; readonly at: number }

const ranked = (ps: readonly number[]): Ranked[] => {
  ps.forEach((p, at) => {
    if (!(p >= 0 && p <= 1)) throw new RangeError(`ps[${String(at)}] must be a probability, not ${String(p)}`)
  })
  return ps.map((p, at) => ({ p, at })).sort((a, b) => a.p - b.p)
}

/** Returns adjusted values to the given order, capped at 1. */
const inOrder = (sorted: readonly Ranked[], values: readonly number[]): number[] => {
  const result = sorted.map(() => 1)
  sorted.forEach(({ at }, rank) => {
    result[at] = Math.min(1, values[rank] ?? 1)
  })
  return result
}

/** Running maximum: never below the value of a smaller p. */
const stepDown = (ps: readonly number[], factor: (rank: number, m: number) => number): number[] => {
  const sorted = ranked(ps)
  let least = 0
  return inOrder(
    sorted,
    sorted.map(({ p }, rank) => (least = Math.max(least, p * factor(rank, ps.length)))),
  )
}

/** Running minimum: never above the value of a larger p. */
const stepUp = (ps: readonly number[], factor: (rank: number, m: number) => number): number[] => {
  const sorted = ranked(ps)
  let most = 1
  const values = sorted
    .map(({ p }, rank) => p * factor(rank, ps.length))
    .reverse()
    .map((value) => (most = Math.min(most, value)))
  return inOrder(sorted, values.reverse())
}

const harmonic = (m: number): number => Array.from({ length: m }, (_, at) => 1 / (at + 1)).reduce((a, b) => a + b, 0)

/** Family-wise error rate at most α (Bonferroni). */
export const bonferroni: Adjust = (ps) => (ps.length === 0 ? [] : stepDown(ps, (_, m) => m))

/** Like Holm but sharper, for independent or positively dependent tests (Hochberg 1988). */
export const hochberg: Adjust = (ps) => stepUp(ps, (rank, m) => m - rank)

/** False discovery rate at most α (Benjamini & Hochberg 1995). */
export const benjaminiHochberg: Adjust = (ps) => stepUp(ps, (rank, m) => m / (rank + 1))

/** The same under arbitrary dependence (Benjamini & Yekutieli 2001). */
export const benjaminiYekutieli: Adjust = (ps) => stepUp(ps, (rank, m) => (m / (rank + 1)) * harmonic(m))
