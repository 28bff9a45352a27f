import type { Leaf } from '../../../../shared/schemas/condition.ts'
import type { SegmentDocument } from '../../../../shared/schemas/segment.ts'

/**
 * The segment that matches exactly the users of a line: a list of keys if it lists targeting keys, otherwise the line
 * as a condition. Null if the line is not a list.
 */
export const segmentOf = (leaf: Leaf): Omit<SegmentDocument, 'key'> | null => {
  const { attribute, operator, values } = leaf
  if (!['isOneOf', 'isNoneOf'].includes(operator)) return null
  const keys = values.filter((value) => typeof value === 'string' && value !== '')
  if (attribute === 'targetingKey' && operator === 'isOneOf' && keys.length === values.length)
    return { included: keys.map(String), excluded: [], when: null }
  return { included: [], excluded: [], when: leaf }
}
