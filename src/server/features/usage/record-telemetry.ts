import type { TelemetryReceipt, TelemetryReport } from '../../../shared/features/usage/schemas/telemetry.ts'
import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../platform/db/pool.ts'
import { recordCounts, recordCountsOnce } from './record-counts.ts'
import { storeContexts } from './store-contexts.ts'

/**
 * Stores a program's report: its counts, and its contexts if the environment samples them. If the report has a batch id
 * and the environment's `place` is given, its counts are added only once.
 */
export async function recordTelemetry(
  db: Db,
  now: Date,
  environmentId: string,
  report: TelemetryReport,
  byClient = false,
  place?: number,
): Promise<TelemetryReceipt> {
  const sampling = await storeContexts(db, now, environmentId, report.contexts ?? [])
  const most = byClient ? limits.clientCountPerReport : undefined
  if (report.batch === undefined || place === undefined) await recordCounts(db, now, environmentId, report.counts, most)
  else await recordCountsOnce(db, now, { environmentId, place, batch: report.batch }, report.counts)
  return { accepted: report.counts.length, sampling }
}
