import type { GbRange } from './config.ts'

const equalWeights = (count: number): number[] => (count <= 0 ? [] : Array.from({ length: count }, () => 1 / count))

/**
 * The range of [0, 1] for each variation. It starts where the weights before it end, and its length is its weight times
 * the coverage. That way, lower coverage moves no one to another variation. Invalid weights are replaced by equal ones.
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
