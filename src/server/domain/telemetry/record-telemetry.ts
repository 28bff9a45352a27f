import { limits } from '../../../shared/limits.ts'
import type { TelemetryReceipt, TelemetryReport } from '../../../shared/schemas/telemetry.ts'
import type { Db } from '../../db/pool.ts'
import { keepContexts } from './keep-contexts.ts'
import { recordCounts } from './record-counts.ts'

/** Takes a program's report: its counts, and the contexts it brings where they are wanted. */
export async function recordTelemetry(
  db: Db,
  now: Date,
  environmentId: string,
  report: TelemetryReport,
  byClient = false,
): Promise<TelemetryReceipt> {
  const sampling = await keepContexts(db, now, environmentId, report.contexts ?? [])
  await recordCounts(db, now, environmentId, report.counts, byClient ? limits.clientCountPerReport : undefined)
  return { accepted: report.counts.length, sampling }
}
