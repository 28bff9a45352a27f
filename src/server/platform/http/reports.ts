import type { BuildDeclaration, BuildReceipt } from '../../../shared/features/builds/schemas/build.ts'
import type { ComparisonReceipt, ComparisonReport } from '../../../shared/features/usage/schemas/comparison.ts'
import type { TelemetryReceipt, TelemetryReport } from '../../../shared/features/usage/schemas/telemetry.ts'
import type { TrackBatch, TrackReceipt } from '../../../shared/features/usage/schemas/tracked.ts'
import type { Sender } from '../../features/usage/intake.ts'
import type { SdkKeyHolder } from '../auth/sdk-key-holder.ts'

/** On whose word something is told. */
export type Teller = Pick<SdkKeyHolder, 'environmentId' | 'kind'>

/**
 * Takes what programs tell of themselves. What is answered is kept: by a server in the database, by a relay at its upstream or
 * on its own disk.
 */
export type Reports = {
  /** The counts of a program, and the contexts it brings where they are wanted. */
  readonly telemetry: (teller: Teller, report: TelemetryReport) => Promise<TelemetryReceipt>
  /** Counts alone, as SDKs of other systems send them, or as evaluations by request make them. */
  readonly counts: (teller: Teller, counts: TelemetryReport['counts']) => Promise<void>
  /** What units were given and did: stored once, however often it is sent. */
  readonly events: (sender: Sender, batch: TrackBatch) => Promise<TrackReceipt>
  readonly comparisons: (environmentId: string, report: ComparisonReport) => Promise<ComparisonReceipt>
  /** What a build declares; `kept` is what is kept of its flags. */
  readonly build: (teller: Teller, build: BuildDeclaration, kept: BuildDeclaration) => Promise<BuildReceipt>
}
