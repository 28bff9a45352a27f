import type { Json } from '../../schemas/keys.ts'

const arithmetic: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%'])
const leastOperands: Readonly<Record<string, number>> = { '-': 1, '/': 1, '%': 2, max: 1, min: 1 }

/** What is written there is no number, whatever the context: a list, or text that reads as none. */
const isNoNumber = (operand: Json): boolean =>
  Array.isArray(operand) || (typeof operand === 'string' && Number.isNaN(Number(operand)))

const isZero = (operand: Json): boolean =>
  (typeof operand === 'number' || typeof operand === 'string') && Number(operand) === 0

const isConstant = (operand: Json): boolean => typeof operand !== 'object' || operand === null

/** What is written there is computed then: what comes to no number, as nothing and false are 0. */
const isByZero = ([one = null, ...divisors]: readonly Json[]): boolean =>
  isConstant(one) && divisors.length > 0 && divisors.every(isConstant) && divisors.some((by) => Number(by) === 0)

/**
 * What in an expression flagd's JavaScript engine refuses when it builds it, before anybody asks: sums with what is no
 * number, a division by a zero that is written there, an operation without what it needs. Null: nothing.
 */
export const unbuildableIn = (node: Json): string | null => {
  if (typeof node !== 'object' || node === null) return null
  for (const [name, inner] of Object.entries(node)) {
    if (!Array.isArray(node)) {
      const operands = Array.isArray(inner) ? inner : [inner]
      if (Array.isArray(inner) && inner.length < (leastOperands[name] ?? 0)) return `${name} of too few values`
      if (arithmetic.has(name) && operands.some(isNoNumber)) return `${name} of what is no number`
      const divisors = operands.length === 1 ? operands : operands.slice(1)
      if (name === '/' && Array.isArray(inner) && divisors.some(isZero)) return 'a division by 0'
      if ((name === '/' || name === '%') && isByZero(operands)) return 'a division by 0'
    }
    const below = unbuildableIn(inner)
    if (below !== null) return below
  }
  return null
}
