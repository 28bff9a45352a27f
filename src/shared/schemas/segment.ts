import { z } from 'zod'
import { limits } from '../limits.ts'
import { list } from './bounded.ts'
import { Condition } from './condition.ts'
import { Key } from './keys.ts'

/**
 * A reusable audience in one environment. `excluded` takes precedence over `included`, and that over `when`. The keys
 * are targeting keys.
 */
export const SegmentDocument = z.strictObject({
  key: Key,
  included: list(z.string().min(1).max(limits.valueLength)).max(limits.segmentKeys),
  excluded: list(z.string().min(1).max(limits.valueLength)).max(limits.segmentKeys),
  when: Condition.nullable(),
})
export type SegmentDocument = z.infer<typeof SegmentDocument>
