import type { TelemetryReceipt, TelemetryReport } from '../../../shared/features/usage/schemas/telemetry.ts'
import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../platform/db/pool.ts'
import { keepContexts } from './keep-contexts.ts'
import { recordCounts, recordCountsOnce } from './record-counts.ts'

/**
 * Takes a program's report: its counts, and the contexts it brings where they are wanted. The counts of a report that names
 * its batch are added once, however often it is sent, where the `place` of the environment is given.
 */
export async function recordTelemetry(
  db: Db,
  now: Date,
  environmentId: string,
  report: TelemetryReport,
  byClient = false,
  place?: number,
): Promise<TelemetryReceipt> {
  const sampling = await keepContexts(db, now, environmentId, report.contexts ?? [])
  const most = byClient ? limits.clientCountPerReport : undefined
  if (report.batch === undefined || place === undefined) await recordCounts(db, now, environmentId, report.counts, most)
  else await recordCountsOnce(db, now, { environmentId, place, batch: report.batch }, report.counts)
  return { accepted: report.counts.length, sampling }
}
