import type { Leaf } from '../../../../shared/schemas/condition.ts'
import type { SegmentDocument } from '../../../../shared/schemas/segment.ts'

/**
 * The segment of exactly those whom a line holds for: the keys themselves where it lists targeting keys, else the line as the
 * segment’s condition. Null for what is no list.
 */
export const segmentOf = (leaf: Leaf): Omit<SegmentDocument, 'key'> | null => {
  const { attribute, operator, values } = leaf
  if (!['isOneOf', 'isNoneOf'].includes(operator)) return null
  const keys = values.filter((value) => typeof value === 'string' && value !== '')
  if (attribute === 'targetingKey' && operator === 'isOneOf' && keys.length === values.length)
    return { included: keys.map(String), excluded: [], when: null }
  return { included: [], excluded: [], when: leaf }
}
