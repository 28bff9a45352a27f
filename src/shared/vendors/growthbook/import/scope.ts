import type { Condition } from '../../../schemas/condition.ts'
import type { PointHash } from '../../../schemas/extended-point.ts'
import type { Report } from '../../importing/finding.ts'
import type { GbConfig } from './config.ts'

/** The inputs for converting one feature, and its report function. */
export type GbScope = {
  config: GbConfig
  featureKeys: ReadonlyMap<string, string>
  /** How the SDKs that served users encode text before hashing. */
  encoding: NonNullable<PointHash['encoding']>
  /** The context path of the sticky bucket assignments. Null: no store is connected. */
  assignments: readonly string[] | null
  report: Report
}

export const nobody: Condition = { any: [] }
