import type { Report } from '../../importing/finding.ts'

/** What compiling one setting or segment reads, and where it reports. */
export type CcScope = {
  flagKeys: ReadonlyMap<string, string>
  /** Our segment keys by the vendor's index. */
  segmentKeys: readonly string[]
  /** The indices of segments that share their name with others. */
  namesakes: ReadonlySet<number>
  /** The salt of hashed comparison values. */
  salt: string
  /** The key of the setting, or the name of the segment: the rest of that salt. */
  contextSalt: string
  report: Report
}

/** The vendor's SDKs answer the caller's default where the configuration makes no sense. */
export const badConfig = 'BAD_CONFIG'
