import { operatorFacts } from '../../operators.ts'
import type { Operator } from '../../schemas/condition.ts'

/** The operator's name in a menu. */
export const operatorLabel = (operator: Operator): string =>
  operatorFacts[operator].label ?? operatorFacts[operator].phrase
