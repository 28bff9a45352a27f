import type { Condition } from '../../../schemas/condition.ts'
import type { PointHash } from '../../../schemas/extended-point.ts'
import type { Report } from '../../importing/finding.ts'
import type { GbConfig } from './config.ts'

/** What compiling one feature reads, and where it reports. */
export type GbScope = {
  config: GbConfig
  featureKeys: ReadonlyMap<string, string>
  /** How the SDKs that served the users turn text into numbers. */
  encoding: NonNullable<PointHash['encoding']>
  /** Where a context holds what the sticky bucket store assigned; null: no store is connected. */
  assignments: readonly string[] | null
  report: Report
}

/** Holds for nobody. */
export const nobody: Condition = { any: [] }
