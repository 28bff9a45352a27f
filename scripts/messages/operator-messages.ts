import { operatorFacts, operatorNames } from '../../src/shared/operators.ts'

/** Where operators are, and the module that says them in another language. */
export const operatorSource = 'src/shared/operators.ts'
export const operatorModule = 'src/shared/text/rules/operator-words.ts'

const messageOf = (operator: (typeof operatorNames)[number]): string => {
  const { phrase, after, takes } = operatorFacts[operator]
  return ['{attribute}', phrase, takes === 'none' ? '' : '{values}', after ?? ''].filter(Boolean).join(' ')
}

/** What each operator says, as a message: `{attribute} is version {values} or newer`. */
export const operatorMessages = (): ReadonlyMap<string, string> =>
  new Map(operatorNames.map((operator) => [operator, messageOf(operator)]))
