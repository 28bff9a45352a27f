import type { ProgramAttributes } from '../../../shared/features/attributes/schemas/attribute.ts'
import type { FlagNotes } from '../../../shared/features/insights/schemas/insights.ts'
import type { ProgramEvents } from '../../../shared/features/usage/schemas/tracked.ts'
import type { SdkKeyHolder } from '../auth/sdk-key-holder.ts'

/** Data that `fanion pull` fetches in addition to a datafile, with a server key. */
export type ProgramNotes = {
  /** The declared attributes of contexts. */
  readonly attributes: (holder: SdkKeyHolder) => Promise<ProgramAttributes>
  readonly flags: (holder: SdkKeyHolder) => Promise<FlagNotes>
  readonly events: (holder: SdkKeyHolder) => Promise<ProgramEvents>
}
