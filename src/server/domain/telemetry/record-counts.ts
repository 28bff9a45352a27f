import { limits } from '../../../shared/limits.ts'
import type { TelemetryReport } from '../../../shared/schemas/telemetry.ts'
import type { Db } from '../../db/pool.ts'
import { gatherCounts } from './gather-counts.ts'
import type { HourlyCount } from './queries.ts'

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
  const sums = new Map<string, HourlyCount>()
  for (const { flag, variant, count } of counts) {
    const key = `${flag}\n${variant ?? ''}`
    const sum = sums.get(key)
    if (sum) sum.count = Math.min(most, sum.count + count)
    else sums.set(key, { flag, variant: variant ?? '', count: Math.min(most, count) })
  }
  if (sums.size === 0) return
  const hour = new Date(now)
  hour.setUTCMinutes(0, 0, 0)
  await gatherCounts(db, environmentId, hour, [...sums.values()])
}
