import type { Condition } from '../../../schemas/condition.ts'
import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { Report } from '../../importing/finding.ts'
import type { SplitConfig } from './config.ts'

/** The inputs for converting one split, and its report function. */
export type SplitScope = {
  config: SplitConfig
  flagKeys: ReadonlyMap<string, string>
  segmentKeys: ReadonlyMap<string, string>
  report: Report
}

export const nobody: Condition = { any: [] }

/** The key that conditions match. `bucketingKey` is used for percentages if the context contains a separate one. */
export const matchingKey: AttributeRef = { firstOf: [['targetingKey']] }
export const bucketingKey: AttributeRef = { firstOf: [['bucketingKey'], ['targetingKey']] }
