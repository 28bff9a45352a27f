import type { ProgramAttributes } from '../../../shared/features/attributes/schemas/attribute.ts'
import type { FlagNotes } from '../../../shared/features/insights/schemas/insights.ts'
import type { ProgramEvents } from '../../../shared/features/usage/schemas/tracked.ts'
import type { SdkKeyHolder } from '../auth/sdk-key-holder.ts'

/** What `fanion pull` asks for beside a datafile, for the holder of a server key. */
export type ProgramNotes = {
  /** What the project declares its contexts to hold. */
  readonly attributes: (holder: SdkKeyHolder) => Promise<ProgramAttributes>
  /** Descriptions of the project's flags, and which have settled. */
  readonly flags: (holder: SdkKeyHolder) => Promise<FlagNotes>
  /** The events that the project declares. */
  readonly events: (holder: SdkKeyHolder) => Promise<ProgramEvents>
}
