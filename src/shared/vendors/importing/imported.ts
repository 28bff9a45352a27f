import type { ImportFinding } from '../../features/imports/schemas/import.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { SegmentDocument } from '../../schemas/segment.ts'

/** The result of converting one environment of another system. */
export type Imported = {
  /** By Fanion keys. */
  flags: Record<string, FlagDocument>
  segments: Record<string, SegmentDocument>
  findings: ImportFinding[]
  /** From the vendor's keys to Fanion's. */
  keys: { flags: ReadonlyMap<string, string>; segments: ReadonlyMap<string, string> }
  /**
   * Boolean flags for whether another flag is enabled, mapped to that flag, by the vendor's keys. Only Flagsmith has
   * them.
   */
  enabledOf?: ReadonlyMap<string, string>
  /** The vendor's evaluation algorithm that was converted, for example `unleash/javascript`. */
  profile: string
}
