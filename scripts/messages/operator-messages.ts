import { operatorFacts, operatorNames } from '../../src/shared/operators.ts'

/** Source of the operators, and the module that describes them in another language. */
export const operatorSource = 'src/shared/operators.ts'
export const operatorModule = 'src/shared/text/rules/operator-words.ts'

const messageOf = (operator: (typeof operatorNames)[number]): string => {
  const { phrase, after, takes } = operatorFacts[operator]
  return ['{attribute}', phrase, takes === 'none' ? '' : '{values}', after ?? ''].filter(Boolean).join(' ')
}

/** Returns the message of each operator: `{attribute} is version {values} or newer`. */
export const operatorMessages = (): ReadonlyMap<string, string> =>
  new Map(operatorNames.map((operator) => [operator, messageOf(operator)]))
