import type { Sums } from '../../../../src/shared/statistics/moments.ts'
import { percentileOf, sumsOf } from '../../../support/samples.ts'
/** The cap that a metric takes from history: a percentile of unit totals, of all units or only of those that are not 0. */
export const capAt = (totals: readonly number[], q: number, ignoreZeros = false): number | undefined =>
  percentileOf(ignoreZeros ? totals.filter((value) => value !== 0) : totals, q)

/** Sums with every unit's total at most the cap, and how many were above. */
export const cappedSums = (totals: readonly number[], cap: number): Sums & { readonly capped: number } => ({
  ...sumsOf(totals.map((value) => Math.min(value, cap))),
  capped: totals.filter((value) => value > cap).length,
})
