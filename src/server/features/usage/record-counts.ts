import type { TelemetryReport } from '../../../shared/features/usage/schemas/telemetry.ts'
import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../platform/db/pool.ts'
import { recordBatch } from './batch-queries.ts'
import { gatherCounts } from './gather-counts.ts'
import { addHourlyCounts, type HourlyCount } from './queries.ts'

/**
 * Adds counts to the hourly rows of an environment. Uses the server's clock for the hour, because clients' clocks are
 * unreliable. Evaluations that returned the code default count under the empty variant. Counts per variant are capped
 * at `most`, so that no report can make the sums overflow.
 */
export async function recordCounts(
  db: Db,
  now: Date,
  environmentId: string,
  counts: TelemetryReport['counts'],
  most: number = limits.countPerReport,
): Promise<void> {
  const sums = summed(counts, most)
  if (sums.length === 0) return
  await gatherCounts(db, environmentId, hourOf(now), sums)
}

/**
 * Adds the counts of a relay's report exactly once: relays resend a report until it is acknowledged, so its batch is
 * recorded in the same transaction.
 */
export async function recordCountsOnce(
  db: Db,
  now: Date,
  { environmentId, place, batch }: { readonly environmentId: string; readonly place: number; readonly batch: string },
  counts: TelemetryReport['counts'],
): Promise<void> {
  const hour = hourOf(now)
  // not capped, because a relay sums the counts of many programs
  const sums = summed(counts, Number.MAX_SAFE_INTEGER)
  await db.transaction().execute(async (tx) => {
    if (!(await recordBatch(tx, place, batch, now))) return
    if (sums.length > 0)
      await addHourlyCounts(
        tx,
        sums.map((one) => ({ ...one, environmentId, hour })),
      )
  })
}

function hourOf(now: Date): Date {
  const hour = new Date(now)
  hour.setUTCMinutes(0, 0, 0)
  return hour
}

function summed(counts: TelemetryReport['counts'], most: number): HourlyCount[] {
  const sums = new Map<string, HourlyCount>()
  for (const { flag, variant, count } of counts) {
    const key = `${flag}\n${variant ?? ''}`
    const sum = sums.get(key)
    if (sum) sum.count = Math.min(most, sum.count + count)
    else sums.set(key, { flag, variant: variant ?? '', count: Math.min(most, count) })
  }
  return [...sums.values()]
}
