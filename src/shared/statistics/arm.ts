import { count } from './given.ts'
import { momentsOf, type Sums, varianceOf } from './moments.ts'

/** A metric in one arm: units, their mean (or the arm's ratio), and s², the variance of one unit's contribution. */
export type Arm = { readonly n: number; readonly mean: number; readonly variance: number }

/** Returns the arm of a sum, a count or a duration: mean, and s² with n - 1. */
export const meanArm = (sums: Sums, shift = 0, field = 'sums'): Arm => {
  const moments = momentsOf(sums, shift, field)
  return { n: moments.n, mean: moments.mean, variance: varianceOf(moments) }
}

/** Returns the arm of a proportion: share p, variance p(1 - p). */
export const proportionArm = ({ n, sum }: { readonly n: number; readonly sum: number }, field = 'sums'): Arm => {
  count(n, `${field}.n`)
  if (count(sum, `${field}.sum`) > n)
    throw new RangeError(`${field}.sum must be at most ${field}.n, as each unit counts once`)
  const mean = n === 0 ? 0 : sum / n
  return { n, mean, variance: mean * (1 - mean) }
}

/** Returns v = s²/n, the variance of the arm's mean. */
export const meanVariance = ({ n, variance }: Arm): number => (n === 0 ? 0 : variance / n)
