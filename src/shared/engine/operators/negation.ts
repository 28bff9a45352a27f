import type { Operator } from '../../schemas/condition.ts'

/** Operators that are the exact negation of another: true where it is false, missing and wrong types included. */
export const negationOf = {
  isNot: 'is',
  isNoneOf: 'isOneOf',
  notContains: 'contains',
  notStartsWith: 'startsWith',
  notEndsWith: 'endsWith',
  notMatches: 'matches',
  includesNone: 'includesAny',
} as const satisfies Partial<Record<Operator, Operator>>

export type Negated = keyof typeof negationOf
export type Positive = Exclude<Operator, Negated>

const isNegated = (operator: Operator): operator is Negated => Object.hasOwn(negationOf, operator)

/** The operator that a negated one turns around; any other is its own. */
export const positiveOf = (operator: Operator): Positive => (isNegated(operator) ? negationOf[operator] : operator)
