import { count } from '../../../../src/shared/statistics/given.ts'
import type { Successes } from './proportions.ts'

/**
 * Fisher's exact test of equal shares, two-sided: the probability, given all margins, of a table at most as likely as
 * the observed one. Computes hypergeometric weights by ratios of neighbors, from the most probable table outward:
 * without factorials, so it is accurate to rounding even with millions of units. Takes as many steps as there are
 * successes (or failures).
 */
export const fisherP = (control: Successes, treatment: Successes): number => {
  for (const [arm, field] of [
    [control, 'control'],
    [treatment, 'treatment'],
  ] as const)
    if (count(arm.x, `${field}.x`) > count(arm.n, `${field}.n`))
      throw new RangeError(`${field}.x must be at most ${field}.n`)
  const all = control.n + treatment.n
  const done = control.x + treatment.x
  // Uses the smaller margin: failures and successes are interchangeable.
  const few = Math.min(done, all - done)
  const seen = done <= all - done ? treatment.x : treatment.n - treatment.x
  const from = Math.max(0, few - control.n)
  const to = Math.min(few, treatment.n)
  /** Weight of k + 1 divided by that of k. */
  const step = (k: number) => ((few - k) * (treatment.n - k)) / ((k + 1) * (control.n - few + k + 1))
  const mode = Math.min(to, Math.max(from, Math.floor(((few + 1) * (treatment.n + 1)) / (all + 2))))
  const weights = new Map([[mode, 1]])
  for (let k = mode, weight = 1; k < to && weight > 0; k++) weights.set(k + 1, (weight *= step(k)))
  for (let k = mode, weight = 1; k > from && weight > 0; k--) weights.set(k - 1, (weight /= step(k - 1)))
  const limit = (weights.get(seen) ?? 0) * (1 + 1e-9)
  // Sums the smallest first, so that they are not lost in rounding.
  const sorted = [...weights.values()].sort((a, b) => a - b)
  const total = sorted.reduce((a, b) => a + b, 0)
  return Math.min(1, sorted.filter((weight) => weight <= limit).reduce((a, b) => a + b, 0) / total)
}
