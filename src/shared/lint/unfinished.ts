import { operatorFacts } from '../operators.ts'
import type { Condition } from '../schemas/condition.ts'

/** Whether an attribute, value or segment is still to be named. Until then the condition cannot be analyzed. */
export const isUnfinished = (condition: Condition): boolean => {
  if (condition === true) return false
  if ('all' in condition) return condition.all.some(isUnfinished)
  if ('any' in condition) return condition.any.length === 0 || condition.any.some(isUnfinished)
  if ('not' in condition) return isUnfinished(condition.not)
  if ('operator' in condition) {
    const none = operatorFacts[condition.operator].takes === 'none'
    return condition.attribute === '' || (condition.values.length === 0 && !none)
  }
  return 'segment' in condition && condition.segment === ''
}
