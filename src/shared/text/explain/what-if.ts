import { literal, quoted } from '../rules/literal.ts'
import type { OtherAnswer } from './other-answer.ts'

/** Describes a changed context and its result: `country is NO: on by rule 2`, `without plan: off`. */
export const otherAnswerText = ({ attribute, value, also = [], outcome }: OtherAnswer): string => {
  const change = [{ attribute, value }, ...also].map(changeText).join(' and ')
  const answer = outcome.variant ?? 'the default in code'
  return outcome.rule === null ? `${change}: ${answer}` : `${change}: ${answer} by rule ${outcome.rule.index + 1}`
}

const changeText = ({ attribute, value }: Pick<OtherAnswer, 'attribute' | 'value'>): string => {
  const values = value === undefined || typeof value !== 'object' ? value : value.map(literal).join(', ') || 'empty'
  return values === undefined ? `without ${quoted(attribute)}` : `${quoted(attribute)} is ${shown(values)}`
}

const shown = (value: string | number | boolean): string => (typeof value === 'string' ? value : literal(value))
