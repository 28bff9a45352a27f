import type { Finding } from '../../features/imports/schemas/import.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { SegmentDocument } from '../../schemas/segment.ts'

/** What an importer makes of one environment of another system. */
export type Imported = {
  /** By our keys. */
  flags: Record<string, FlagDocument>
  segments: Record<string, SegmentDocument>
  findings: Finding[]
  /** From the vendor's key to ours. */
  keys: { flags: ReadonlyMap<string, string>; segments: ReadonlyMap<string, string> }
  /** Flags that say only whether another is enabled, with that other, both by the vendor's keys. Flagsmith has them. */
  enabledOf?: ReadonlyMap<string, string>
  /** Which evaluation of the vendor's was taken over, for example `unleash/javascript`. */
  profile: string
}
