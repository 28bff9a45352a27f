import type { Report } from '../../importing/finding.ts'
import type { LdConfig } from './config.ts'

/** The inputs for converting one flag or segment, and its report function. */
export type LdScope = {
  config: LdConfig
  flagKeys: ReadonlyMap<string, string>
  segmentKeys: ReadonlyMap<string, string>
  report: Report
}

/** The vendor's error for an invalid document. It ends the flag here, too. */
export const malformedFlag = 'MALFORMED_FLAG'
