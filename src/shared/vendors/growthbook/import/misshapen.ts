import type { Json } from '../../../schemas/keys.ts'
import { isObject, isOperators, type JsonObject } from './condition.ts'

const first = <T>(items: readonly T[], find: (item: T) => string | null): string | null => {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}

/** Finds an operator whose operand makes SDKs fail or disagree. Returns its name, or null if there is none. */
export const misshapenIn = (condition: JsonObject): string | null =>
  first(Object.entries(condition), ([name, operand]) => {
    if (name === '$or' || name === '$nor' || name === '$and')
      return Array.isArray(operand) && operand.every(isObject) ? first(operand.filter(isObject), misshapenIn) : name
    if (name === '$not') return isObject(operand) ? misshapenIn(operand) : name
    return name === '$savedGroup' ? null : inValue(operand)
  })

/** The same for the condition on a value. */
const inValue = (wanted: Json): string | null => {
  if (!isOperators(wanted)) return null
  return first(Object.entries(wanted), ([name, operand]) => {
    if (name === '$elemMatch') {
      // SDKs iterate over strings and lists, and throw on null.
      if (operand === null || Array.isArray(operand) || (typeof operand === 'string' && operand !== '')) return name
      return isObject(operand) && !isOperators(operand) ? misshapenIn(operand) : inValue(operand)
    }
    if (name === '$all' && Array.isArray(operand)) return first(operand, inValue)
    return name === '$not' || name === '$size' ? inValue(operand) : null
  })
}
