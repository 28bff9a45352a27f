import type { Condition } from '../../../schemas/condition.ts'
import type { PointHash } from '../../../schemas/extended-point.ts'
import type { Report } from '../../importing/finding.ts'
import type { UnleashConfig } from './config.ts'

/** What compiling one feature or segment reads, and where it reports. */
export type UnleashScope = {
  config: UnleashConfig
  featureKeys: ReadonlyMap<string, string>
  segmentKeys: ReadonlyMap<string, string>
  /** How the SDKs that served the users turn text into bytes. */
  encoding: NonNullable<PointHash['encoding']>
  report: Report
}

/** Holds for nobody. */
export const nobody: Condition = { any: [] }
