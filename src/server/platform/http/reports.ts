import type { BuildDeclaration, BuildReceipt } from '../../../shared/features/builds/schemas/build.ts'
import type { ComparisonReceipt, ComparisonReport } from '../../../shared/features/usage/schemas/comparison.ts'
import type { TelemetryReceipt, TelemetryReport } from '../../../shared/features/usage/schemas/telemetry.ts'
import type { TrackBatch, TrackReceipt } from '../../../shared/features/usage/schemas/tracked.ts'
import type { BatchSender } from '../../features/usage/intake.ts'
import type { SdkKeyHolder } from '../auth/sdk-key-holder.ts'

/** The key that a report was sent with, which determines how far it is trusted. */
export type ReportSender = Pick<SdkKeyHolder, 'environmentId' | 'kind'>

/**
 * Receives reports from SDKs. An accepted report is durable: a server stores it in the database, a relay at its
 * upstream or on its own disk.
 */
export type ReportReceiver = {
  /** Evaluation counts, with sampled contexts if the server wants them. */
  readonly telemetry: (teller: ReportSender, report: TelemetryReport) => Promise<TelemetryReceipt>
  /** Counts only, from SDKs of other vendors or from evaluations over HTTP. */
  readonly counts: (teller: ReportSender, counts: TelemetryReport['counts']) => Promise<void>
  /** Events and exposures. Each batch is stored once, however often it is sent. */
  readonly events: (sender: BatchSender, batch: TrackBatch) => Promise<TrackReceipt>
  readonly comparisons: (environmentId: string, report: ComparisonReport) => Promise<ComparisonReceipt>
  /** The declaration of a build. `kept` contains the part of it that is stored. */
  readonly build: (teller: ReportSender, build: BuildDeclaration, kept: BuildDeclaration) => Promise<BuildReceipt>
}
