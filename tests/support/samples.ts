import { between0And1, finite } from '../../src/shared/statistics/given.ts'
import { type Sums, sumOf } from '../../src/shared/statistics/moments.ts'
import type { QuantileSums } from '../../src/shared/statistics/quantile.ts'
import { normalTailQuantile } from '../../src/shared/statistics/special/normal.ts'

/** Sums over values, each minus the shift. */
export const sumsOf = (values: readonly number[], shift = 0): Sums => {
  const shifted = values.map((value, at) => finite(value, `values[${String(at)}]`) - shift)
  return { n: values.length, sum: sumOf(shifted), sumsq: sumOf(shifted.map((value) => value * value)) }
}

/** The quantile of one arm with the values at its ranks, from all values (one per unit). */
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

/** The q-th percentile of the values, interpolated linearly (like percentile_cont in SQL). Undefined without values. */
export const percentileOf = (values: readonly number[], q: number): number | undefined => {
  if (!(q >= 0 && q <= 1)) throw new RangeError(`q must be from 0 to 1, not ${String(q)}`)
  values.forEach((value, at) => finite(value, `values[${String(at)}]`))
  const sorted = Float64Array.from(values).sort()
  const place = q * (sorted.length - 1)
  const below = Math.floor(place)
  const low = sorted[below]
  if (low === undefined) return undefined
  const high = sorted[below + 1] ?? low
  return low + (high - low) * (place - below)
}

/**
 * The ranks (as fractions) between which the quantile lies with confidence 1 − α: ν ± z√(ν(1 − ν)/n), clamped to [0,
 * 1].
 */
export const quantileRanks = (nu: number, n: number, alpha = 0.05): readonly [number, number] => {
  const z = normalTailQuantile(between0And1(alpha, 'alpha') / 2)
  const reach = z * Math.sqrt((between0And1(nu, 'nu') * (1 - nu)) / n)
  return [Math.max(0, nu - reach), Math.min(1, nu + reach)]
}
