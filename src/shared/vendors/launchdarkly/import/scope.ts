import type { Report } from '../../importing/finding.ts'
import type { LdConfig } from './config.ts'

/** What compiling one flag or segment reads, and where it reports. */
export type LdScope = {
  config: LdConfig
  flagKeys: ReadonlyMap<string, string>
  segmentKeys: ReadonlyMap<string, string>
  report: Report
}

/** The vendor's name for a broken document. It ends the flag, like there. */
export const malformedFlag = 'MALFORMED_FLAG'
