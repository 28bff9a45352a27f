import { quantileAlpha } from '../../../../shared/statistics/quantile.ts'
import { type QuantileNumbers, quantileNumbers } from '../../../platform/db/experiment-tables.ts'
import type { CohortQuestion, SourceTrust } from '../../../platform/event-store/store.ts'
import type { EventStoreCtx, ProjectCtx } from '../../../platform/kernel/ctx.ts'
import type { QuantileMeasure } from '../../metrics/unit-measure.ts'

const dayMs = 24 * 3_600_000

/** Days since 1970, inclusive. */
export type DayRange = { readonly from: number; readonly until: number }

/** The quantile of an arm over all users exposed until the end of a day. */
export type ArmQuantileRow = QuantileNumbers & { readonly cohort: number; readonly arm: number }

/**
 * The quantile of each arm on each given day, over all users exposed from the first day of the run to the end of that
 * day. Computed cumulatively, because quantiles of single days cannot be added up.
 * @param first the day on which the run began
 * @param endMs the run's planned end; users exposed later are excluded
 */
export async function computeQuantiles(
  { db, measure: store }: ProjectCtx & EventStoreCtx,
  asked: Pick<CohortQuestion, 'run' | 'place' | 'window' | 'eventsBy' | 'withoutRobots'>,
  { of, at, each }: QuantileMeasure,
  { from, until }: DayRange,
  { first, endMs, exposuresBy }: { first: number; endMs: number; exposuresBy: SourceTrust },
): Promise<ArmQuantileRow[]> {
  const found: ArmQuantileRow[] = []
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

/** The quantile of a row. Empty if no user had the event by then, or if the metric is not a quantile. */
export const quantileOfRow = (row: Partial<QuantileNumbers> | undefined): Partial<QuantileNumbers> =>
  // Safe cast: the names are all in the list.
  row?.did === undefined
    ? {}
    : (Object.fromEntries(quantileNumbers.map((name) => [name, row[name]])) as QuantileNumbers)
