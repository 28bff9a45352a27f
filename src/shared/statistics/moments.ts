import { count, finite, notNegative } from './given.ts'

/** Sums over the units of one arm: n, Σ(y - K), Σ(y - K)², with the shift K that the metric fixes (0 by default). */
export type Sums = { readonly n: number; readonly sum: number; readonly sumsq: number }

/** Count, mean and sum of squared deviations. Merges without loss. */
export type Moments = { readonly n: number; readonly mean: number; readonly m2: number }

/** Compensated summation, which keeps small numbers next to large ones (Neumaier 1974). */
export const sumOf = (values: Iterable<number>): number => {
  let [sum, lost] = [0, 0]
  for (const value of values) {
    const next = sum + value
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
  }
  return sum + lost
}

/**
 * Rounding that summation in another order may leave of a zero variance: a spread below 3e-7 of the mean counts as
 * none.
 */
const noise = 1e-13

/**
 * Converts sums to moments.
 * @param field name of the sums in error messages
 * @throws {RangeError} if the numbers are impossible: n is not a count, a sum is not finite, or squares are negative or
 * too small for the sum
 */
export const momentsOf = (sums: Sums, shift = 0, field = 'sums'): Moments => {
  const n = count(sums.n, `${field}.n`)
  const sum = finite(sums.sum, `${field}.sum`)
  const sumsq = notNegative(sums.sumsq, `${field}.sumsq`)
  if (n === 0) return { n, mean: 0, m2: 0 }
  const mean = sum / n
  const m2 = sumsq - sum * mean
  if (m2 < -1e-9 * sumsq - 1e-300)
    throw new RangeError(`${field}.sumsq must be at least sum²/n, as it is for any values`)
  return { n, mean: mean + shift, m2: m2 <= noise * sumsq ? 0 : m2 }
}

/** s² = Σ(y - m)²/(n - 1); 0 for fewer than two units. */
export const varianceOf = ({ n, m2 }: Moments): number => (n < 2 ? 0 : m2 / (n - 1))

/** Merges two sets of units (Chan, Golub & LeVeque 1979). */
export const mergeMoments = (a: Moments, b: Moments): Moments => {
  if (a.n === 0 || b.n === 0) return a.n === 0 ? b : a
  const n = a.n + b.n
  const apart = b.mean - a.mean
  return { n, mean: a.mean + (apart * b.n) / n, m2: a.m2 + b.m2 + apart * apart * ((a.n * b.n) / n) }
}
