import type { Sums } from '../../../../src/shared/statistics/moments.ts'
import { percentileOf, sumsOf } from '../../../support/samples.ts'
/** The cap that a metric derives from history: a percentile of unit totals, over all units or only nonzero ones. */
export const capAt = (totals: readonly number[], q: number, ignoreZeros = false): number | undefined =>
  percentileOf(ignoreZeros ? totals.filter((value) => value !== 0) : totals, q)

/** Sums with each unit's total capped, and the number of capped units. */
export const cappedSums = (totals: readonly number[], cap: number): Sums & { readonly capped: number } => ({
  ...sumsOf(totals.map((value) => Math.min(value, cap))),
  capped: totals.filter((value) => value > cap).length,
})
