import { limits } from '../../../shared/limits.ts'
import type { TelemetryReceipt, TelemetryReport } from '../../../shared/schemas/telemetry.ts'
import type { Db } from '../../db/pool.ts'
import { keepContexts } from './keep-contexts.ts'
import { keepExposures } from './keep-exposures.ts'
import { recordCounts } from './record-counts.ts'

/** Who reports: a program, or a page with a key that is no secret; and who is told how many exposures were dropped. */
export type Reporter = { readonly byClient: boolean; readonly dropped: (exposures: number) => void }

const program: Reporter = { byClient: false, dropped: () => undefined }

/** Takes a program's report: its counts, the contexts it brings where they are wanted, and the exposures. */
export async function recordTelemetry(
  db: Db,
  now: Date,
  environmentId: string,
  report: TelemetryReport,
  { byClient, dropped }: Reporter = program,
): Promise<TelemetryReceipt> {
  dropped(await keepExposures(db, now, environmentId, report.exposures ?? [], byClient))
  const sampling = await keepContexts(db, now, environmentId, report.contexts ?? [])
  await recordCounts(db, now, environmentId, report.counts, byClient ? limits.clientCountPerReport : undefined)
  return { accepted: report.counts.length, sampling }
}
