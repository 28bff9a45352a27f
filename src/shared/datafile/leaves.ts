import type { Condition, Leaf } from '../schemas/condition.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { SegmentDocument } from '../schemas/segment.ts'

/** Returns every native test of an attribute in the rules of a flag, or in a segment. */
export const leavesIn = (document: FlagDocument | SegmentDocument): Leaf[] => {
  if ('rules' in document) return document.rules.flatMap((rule) => leavesOf(rule.when))
  return document.when === null ? [] : leavesOf(document.when)
}

const leavesOf = (condition: Condition): Leaf[] => {
  if (condition === true) return []
  if ('all' in condition) return condition.all.flatMap(leavesOf)
  if ('any' in condition) return condition.any.flatMap(leavesOf)
  if ('not' in condition) return leavesOf(condition.not)
  return 'attribute' in condition && 'operator' in condition ? [condition] : []
}
