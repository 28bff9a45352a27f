import { finite } from './given.ts'
import { type Sums, sumsOf } from './moments.ts'

/**
 * The value below which a part q of the values lies, between two of them in proportion (as percentile_cont in SQL does).
 * @returns undefined where there are no values
 */
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

/** The cap that a metric takes from history: a percentile of unit totals, of all units or only of those that are not 0. */
export const capAt = (totals: readonly number[], q: number, ignoreZeros = false): number | undefined =>
  percentileOf(ignoreZeros ? totals.filter((value) => value !== 0) : totals, q)

/** Sums with every unit's total at most the cap, and how many were above. */
export const cappedSums = (totals: readonly number[], cap: number): Sums & { readonly capped: number } => ({
  ...sumsOf(totals.map((value) => Math.min(value, cap))),
  capped: totals.filter((value) => value > cap).length,
})
