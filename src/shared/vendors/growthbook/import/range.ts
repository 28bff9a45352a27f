import type { GbRange } from './config.ts'

/** The same weight for each variation. */
const equalWeights = (count: number): number[] => (count <= 0 ? [] : Array.from({ length: count }, () => 1 / count))

/**
 * The stretch of [0, 1] each variation has: it starts where the weights before it end, and is as long as its weight times
 * the coverage, so that less coverage moves nobody to another variation. Weights that do not fit are equal ones.
 */
export const rangesOf = (count: number, coverage = 1, weights: readonly number[] | null = null): GbRange[] => {
  const covered = Math.min(1, Math.max(0, coverage))
  const sum = (weights ?? []).reduce((total, weight) => total + weight, 0)
  const sound = weights !== null && weights.length === count && sum >= 0.99 && sum <= 1.01
  let start = 0
  return (sound ? weights : equalWeights(count)).map((weight) => {
    const range: GbRange = [start, start + covered * weight]
    start += weight
    return range
  })
}
