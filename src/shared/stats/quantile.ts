import type { Arm } from './arm.ts'
import { meanArm } from './arm.ts'
import { between0And1, count, finite } from './given.ts'
import { normalTailQuantile } from './special/normal.ts'

/** The ranks (as parts of all values) between which the quantile lies with 1 - α: ν ± z√(ν(1 - ν)/n), within [0, 1]. */
export const quantileRanks = (nu: number, n: number, alpha = 0.05): readonly [number, number] => {
  const z = normalTailQuantile(between0And1(alpha, 'alpha') / 2)
  const reach = z * Math.sqrt((between0And1(nu, 'nu') * (1 - nu)) / n)
  return [Math.max(0, nu - reach), Math.min(1, nu + reach)]
}

/** The values around a quantile that are kept of each arm hold it with 1 - this. */
export const quantileAlpha = 0.05

/** An arm's quantile and the values at its ranks; `values` is how many values those are of (units, or events of `n` units). */
export type QuantileSums = {
  readonly n: number
  readonly values: number
  readonly quantile: number
  readonly lower: number
  readonly upper: number
}

/**
 * An arm of a quantile by order statistics: the variance of the estimate from the width between the ranks' values
 * (Price & Bonett 2001), by unit, so that it compares as a mean does.
 * @param alpha that the ranks were taken at
 */
export const quantileArm = ({ n, values, quantile, lower, upper }: QuantileSums, alpha = 0.05, field = 'sums'): Arm => {
  count(n, `${field}.n`)
  const z = normalTailQuantile(between0And1(alpha, 'alpha') / 2)
  const half = (finite(upper, `${field}.upper`) - finite(lower, `${field}.lower`)) / (2 * z)
  const variance = (count(values, `${field}.values`) / n) * (n - 1) * half * half
  // ties at the quantile say nothing of its spread, not that it has none
  const least = n >= 100 ? 1e-5 : 0
  return { n, mean: finite(quantile, `${field}.quantile`), variance: Math.max(variance, least) }
}

/** One arm's quantile with the values of the ranks, from all values (each a unit's). */
export const quantileOf = (values: readonly number[], nu: number, alpha = 0.05): QuantileSums | undefined => {
  const sorted = Float64Array.from(values).sort()
  const [from, to] = quantileRanks(nu, sorted.length, alpha)
  const valueAt = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))]
  const [quantile, lower, upper] = [valueAt(nu), valueAt(from), valueAt(to)]
  return quantile === undefined || lower === undefined || upper === undefined
    ? undefined
    : { n: sorted.length, values: sorted.length, quantile, lower, upper }
}

/** Events of one unit: how many, and how many of them are at most a value. */
export type UnitEvents = { readonly events: number; readonly atMost: number }

/**
 * Whether a value may be the quantile of all events, clustered by unit: the share of events at most the value is a ratio
 * by unit, and ν lies within c of its standard error. The interval of a quantile by event is all values for which this holds.
 */
export const mayBeQuantile = (units: readonly UnitEvents[], nu: number, factor: number): boolean => {
  const total = units.reduce((sum, { events }) => sum + events, 0)
  if (total === 0) return true
  // (atMost - ν·events) has mean 0 exactly where the share is ν: no denominator that could be small
  const off = units.map(({ events, atMost }) => atMost - nu * events)
  const { n, mean, variance } = meanArm({
    n: off.length,
    sum: off.reduce((a, b) => a + b, 0),
    sumsq: off.reduce((a, b) => a + b * b, 0),
  })
  return Math.abs(mean) <= factor * Math.sqrt(variance / n)
}
