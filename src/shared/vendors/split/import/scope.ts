import type { Condition } from '../../../schemas/condition.ts'
import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { Report } from '../../importing/finding.ts'
import type { SplitConfig } from './config.ts'

/** What compiling one split reads, and where it reports. */
export type SplitScope = {
  config: SplitConfig
  flagKeys: ReadonlyMap<string, string>
  segmentKeys: ReadonlyMap<string, string>
  report: Report
}

export const nobody: Condition = { any: [] }

/** The key that people are matched by; `bucketingKey` of the context where it differs from the one that divides them. */
export const matchingKey: AttributeRef = { firstOf: [['targetingKey']] }
export const bucketingKey: AttributeRef = { firstOf: [['bucketingKey'], ['targetingKey']] }
