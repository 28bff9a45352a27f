import type { Condition } from '../../../schemas/condition.ts'
import type { Report } from '../../importing/finding.ts'
import type { StatsigConfig, StatsigSpec } from './config.ts'

/** What compiling one gate, config or layer reads, and where it reports. */
export type StatsigScope = {
  config: StatsigConfig
  /** The tier of a context that names none. */
  tier: string | undefined
  gates: ReadonlyMap<string, StatsigSpec>
  configs: ReadonlyMap<string, StatsigSpec>
  /** Specs that may come to something their SDKs do not know. */
  doubtful: ReadonlySet<StatsigSpec>
  flagKeys: ReadonlyMap<string, string>
  /** Only those that are segments here. */
  segmentKeys: ReadonlyMap<string, string>
  report: Report
}

export const nobody: Condition = { any: [] }
export const negated = (condition: Condition): Condition => ({ not: condition })

/** The variant that stands for what the SDKs answer where they do not know a condition. */
export const unsupported = 'unsupported'
