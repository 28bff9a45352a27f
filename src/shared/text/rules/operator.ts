import { operatorFacts } from '../../operators.ts'
import type { Operator } from '../../schemas/condition.ts'
import { operatorWords } from './operator-words.ts'

export const operatorLabel = (operator: Operator): string =>
  operatorWords === null
    ? (operatorFacts[operator].label ?? operatorFacts[operator].phrase)
    : operatorWords[operator].replace(/^\{attribute\}\s?|\s?\{values\}$/g, '').replace(/\{\w+\}/, '…')
