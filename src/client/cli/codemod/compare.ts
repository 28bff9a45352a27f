import type { Value } from './value.ts'

/**
 * The result that JavaScript gives for a comparison of two known values. Undefined if this code does not determine it.
 */
export function compare(operator: string, a: Value, b: Value): boolean | undefined {
  const objects = [a, b].some((one) => typeof one === 'object' && one !== null)
  if (objects) return undefined
  const isSame = a === b
  switch (operator) {
    case '===':
      return isSame
    case '!==':
      return !isSame
    case '==':
      return typeof a === typeof b || a === null || b === null ? isSame : undefined
    case '!=':
      return typeof a === typeof b || a === null || b === null ? !isSame : undefined
    default:
      return typeof a === 'number' && typeof b === 'number' ? ordered(operator, a, b) : undefined
  }
}

const ordered = (operator: string, a: number, b: number): boolean | undefined => {
  switch (operator) {
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    case '>=':
      return a >= b
    default:
      return undefined
  }
}
