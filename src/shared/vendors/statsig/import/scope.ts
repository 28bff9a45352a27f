import type { Condition } from '../../../schemas/condition.ts'
import type { Report } from '../../importing/finding.ts'
import type { StatsigConfig, StatsigSpec } from './config.ts'

/** The inputs for converting one gate, config or layer, and its report function. */
export type StatsigScope = {
  config: StatsigConfig
  /** The tier of contexts that contain none. */
  tier: string | undefined
  gates: ReadonlyMap<string, StatsigSpec>
  configs: ReadonlyMap<string, StatsigSpec>
  /** Specs that can reach a condition that SDKs do not support. */
  doubtful: ReadonlySet<StatsigSpec>
  flagKeys: ReadonlyMap<string, string>
  /** Contains only gates that became segments. */
  segmentKeys: ReadonlyMap<string, string>
  report: Report
}

export const nobody: Condition = { any: [] }
export const negated = (condition: Condition): Condition => ({ not: condition })

/** The variant that stands for the SDKs' result if they do not support a condition. */
export const unsupported = 'unsupported'
