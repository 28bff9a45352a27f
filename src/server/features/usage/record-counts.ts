import type { TelemetryReport } from '../../../shared/features/usage/schemas/telemetry.ts'
import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../platform/db/pool.ts'
import { noteBatch } from './batch-queries.ts'
import { gatherCounts } from './gather-counts.ts'
import { addGathered, type HourlyCount } from './queries.ts'

/**
 * Adds counts to the hourly rows of an environment. The server's clock decides the hour, because programs' clocks jump.
 * A count of the caller's default is kept under the empty variant. More than `most` of one variant counts as that: no
 * report, however it lies, brings the sums to where they cannot be added to.
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

/** The counts of a report that a relay sends until it is acknowledged: added together with the note that they were. */
export async function recordCountsOnce(
  db: Db,
  now: Date,
  { environmentId, place, batch }: { readonly environmentId: string; readonly place: number; readonly batch: string },
  counts: TelemetryReport['counts'],
): Promise<void> {
  const hour = hourOf(now)
  // it sums up what many programs counted, so what one of them may say bounds nothing here
  const sums = summed(counts, Number.MAX_SAFE_INTEGER)
  await db.transaction().execute(async (tx) => {
    if (!(await noteBatch(tx, place, batch, now))) return
    if (sums.length > 0)
      await addGathered(
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
