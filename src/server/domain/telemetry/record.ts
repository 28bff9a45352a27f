import type { TelemetryReceipt, TelemetryReport } from '../../../shared/schemas/telemetry.ts'
import type { Db } from '../../db/pool.ts'
import { keepContexts } from './keep-contexts.ts'
import { keepExposures } from './keep-exposures.ts'
import { addCounts, type HourlyCount } from './queries.ts'

/**
 * Adds a program's report to the hourly rows of its environment, and keeps the contexts it brings where they are wanted,
 * and the exposures. The server's clock decides the hour, because programs' clocks jump. A count of the caller's default is kept under the empty variant.
 */
export async function record(
  db: Db,
  now: Date,
  environmentId: string,
  report: TelemetryReport,
): Promise<TelemetryReceipt> {
  const sums = new Map<string, HourlyCount>()
  for (const { flag, variant, count } of report.counts) {
    const key = `${flag}\n${variant ?? ''}`
    const sum = sums.get(key)
    if (sum) sum.count += count
    else sums.set(key, { flag, variant: variant ?? '', count })
  }
  await keepExposures(db, now, environmentId, report.exposures ?? [])
  const sampling = await keepContexts(db, now, environmentId, report.contexts ?? [])
  if (sums.size === 0) return { accepted: 0, sampling }
  const hour = new Date(now)
  hour.setUTCMinutes(0, 0, 0)
  await addCounts(db, environmentId, hour, [...sums.values()])
  return { accepted: report.counts.length, sampling }
}
