import type { Operator } from '../../schemas/condition.ts'
import { negationOf } from './operators.gen.ts'

export type Negated = keyof typeof negationOf
export type Positive = Exclude<Operator, Negated>

const isNegated = (operator: Operator): operator is Negated => Object.hasOwn(negationOf, operator)

/** Returns the positive counterpart of a negated operator, or the operator itself. */
export const positiveOf = (operator: Operator): Positive => (isNegated(operator) ? negationOf[operator] : operator)
