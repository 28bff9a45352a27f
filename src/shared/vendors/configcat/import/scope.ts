import type { Report } from '../../importing/finding.ts'

/** The inputs for converting one setting or segment, and its report function. */
export type CcScope = {
  flagKeys: ReadonlyMap<string, string>
  /** Fanion's segment keys by the vendor's index. */
  segmentKeys: readonly string[]
  /** Indexes of segments whose name is not unique. */
  namesakes: ReadonlySet<number>
  /** The salt of hashed comparison values. */
  salt: string
  /** The key of the setting or name of the segment, which is the second part of the salt. */
  contextSalt: string
  report: Report
}

/** ConfigCat's SDKs return the caller's default if the configuration is invalid. */
export const badConfig = 'BAD_CONFIG'
