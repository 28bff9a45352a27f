import type { Condition } from '../../../schemas/condition.ts'
import type { PointHash } from '../../../schemas/extended-point.ts'
import type { Report } from '../../importing/finding.ts'
import type { UnleashConfig } from './config.ts'

/** The inputs for converting one feature or segment, and its report function. */
export type UnleashScope = {
  config: UnleashConfig
  featureKeys: ReadonlyMap<string, string>
  segmentKeys: ReadonlyMap<string, string>
  /** How the SDKs that served users encode text before hashing. */
  encoding: NonNullable<PointHash['encoding']>
  report: Report
}

export const nobody: Condition = { any: [] }
