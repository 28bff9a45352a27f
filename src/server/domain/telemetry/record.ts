import type { TelemetryReceipt, TelemetryReport } from '../../../shared/schemas/telemetry.ts'
import type { Db } from '../../db/pool.ts'
import { keepContexts } from './keep-contexts.ts'
import { keepExposures } from './keep-exposures.ts'
import { recordCounts } from './record-counts.ts'

/** Takes a program's report: its counts, the contexts it brings where they are wanted, and the exposures. */
export async function record(
  db: Db,
  now: Date,
  environmentId: string,
  report: TelemetryReport,
): Promise<TelemetryReceipt> {
  await keepExposures(db, now, environmentId, report.exposures ?? [])
  const sampling = await keepContexts(db, now, environmentId, report.contexts ?? [])
  await recordCounts(db, now, environmentId, report.counts)
  return { accepted: report.counts.length, sampling }
}
