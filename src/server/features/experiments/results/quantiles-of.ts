import { quantileAlpha } from '../../../../shared/statistics/quantile.ts'
import { type QuantileNumbers, quantileNumbers } from '../../../platform/db/experiment-tables.ts'
import type { CohortQuestion, Word } from '../../../platform/event-store/store.ts'
import type { MeasureCtx, ProjectCtx } from '../../../platform/kernel/ctx.ts'
import type { QuantileMeasure } from '../../metrics/unit-measure.ts'

const dayMs = 24 * 3_600_000

/** Days since 1970, the last one included. */
export type Days = { readonly from: number; readonly until: number }

/** The quantiles of an arm, of all who came until the end of a day. */
export type ToldQuantile = QuantileNumbers & { readonly cohort: number; readonly arm: number }

/**
 * The quantile of each arm for each of these days, of all who came from the first day of the run until that day was over: those of
 * single days don't add up.
 * @param first the day on which the run began
 * @param endMs the run's planned end, after which nobody counts
 */
export async function quantilesOf(
  { db, measure: store }: ProjectCtx & MeasureCtx,
  asked: Pick<CohortQuestion, 'run' | 'place' | 'window' | 'eventsBy' | 'withoutRobots'>,
  { of, at, each }: QuantileMeasure,
  { from, until }: Days,
  { first, endMs, exposuresBy }: { first: number; endMs: number; exposuresBy: Word },
): Promise<ToldQuantile[]> {
  const found: ToldQuantile[] = []
  for (let day = from; day <= until; day += 1) {
    const toMs = Math.min((day + 1) * dayMs, endMs)
    const rows = await store.values(db, {
      ...{ ...asked, of, each, q: at, alpha: quantileAlpha, exposuresBy, fromMs: first * dayMs, toMs },
    })
    found.push(
      ...rows.map(({ arm, n, quantile, lower, upper }) => ({ cohort: day, arm, did: n, quantile, lower, upper })),
    )
  }
  return found
}

/** What of a row is its quantile; nothing where nobody did it by then, or where none is measured. */
export const quantileIn = (row: Partial<QuantileNumbers> | undefined): Partial<QuantileNumbers> =>
  // every name is one of the list
  row?.did === undefined
    ? {}
    : (Object.fromEntries(quantileNumbers.map((name) => [name, row[name]])) as QuantileNumbers)
