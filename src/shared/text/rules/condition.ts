import { operatorFacts } from '../../operators.ts'
import type { Condition, Leaf, Scalar } from '../../schemas/condition.ts'
import type { Point } from '../../schemas/point.ts'
import { joined, plain, type Word, word } from '../word.ts'
import { extendedConditionText } from './extended.ts'
import { literal, quoted } from './literal.ts'
import { percent } from './percent.ts'

/** `NO, DE or SE`: the values of a condition as a list of alternatives, or of things that must all hold. */
const list = (values: readonly Scalar[], last: 'or' | 'and'): Word[] =>
  values.flatMap((value, i) => {
    const between = i === 0 ? [] : [plain(i === values.length - 1 ? ` ${last} ` : ', ')]
    return [...between, word('value', literal(value))]
  })

const leafText = (leaf: Leaf): Word[] => {
  const { phrase, after, takes } = operatorFacts[leaf.operator]
  // "is one of NO or DE" says the same as "is NO or DE" in more words; a list of one keeps them, to stay what it is
  const short = leaf.operator === 'isOneOf' && leaf.values.length > 1 ? 'is' : phrase
  const unfinished = leaf.values.length === 0 && takes !== 'none'
  return [
    word('attribute', leaf.attribute === '' ? '…' : quoted(leaf.attribute)),
    plain(` ${short}`),
    ...(takes === 'none' ? [] : [plain(unfinished ? ' …' : ' ')]),
    ...list(leaf.values, takes === 'all' || takes === 'two' ? 'and' : 'or'),
    ...(after === undefined ? [] : [plain(` ${after}`)]),
    ...(leaf.ignoreCase === true ? [plain(' ignoring case')] : []),
  ]
}

/** ` by company salted "x" hashed portably`; nothing for the usual point. */
export const pointText = (point: Point | undefined): Word[] => [
  ...(point?.by === undefined ? [] : [plain(' by '), word('attribute', quoted(point.by))]),
  ...(point?.salt === undefined ? [] : [plain(' salted '), word('value', JSON.stringify(point.salt))]),
  ...(point?.hash === undefined ? [] : [plain(' hashed portably')]),
]

const negated = (condition: Condition): Word[] => {
  if (condition !== true && 'segment' in condition) return [plain('not '), ...conditionText(condition)]
  if (condition !== true && 'flag' in condition) return flagText(condition, 'is not')
  if (condition !== true && 'attribute' in condition && condition.operator === 'exists')
    return [word('attribute', quoted(condition.attribute)), plain(' is not set')]
  return [plain('not ('), ...conditionText(condition), plain(')')]
}

const flagText = (condition: { flag: string; variants: string[] }, verb: 'is' | 'is not'): Word[] => [
  plain('flag '),
  word('name', quoted(condition.flag)),
  plain(` ${verb} `),
  ...list(condition.variants, 'or').map((w) => (w.kind === 'value' ? word('variant', w.text) : w)),
]

const group = (members: readonly Condition[], separator: string, empty: string): Word[] => {
  const [only, ...others] = members
  if (only === undefined) return [plain(empty)]
  if (others.length === 0) return conditionText(only)
  return joined(members.map(nested), separator)
}

const nested = (condition: Condition): Word[] =>
  condition !== true && ('all' in condition || 'any' in condition) && conditionLength(condition) > 1
    ? [plain('('), ...conditionText(condition), plain(')')]
    : conditionText(condition)

const conditionLength = (condition: { all: Condition[] } | { any: Condition[] }): number =>
  'all' in condition ? condition.all.length : condition.any.length

/** Whom a rule or segment is about, in words: `country is NO or DE and plan is not free`. */
export const conditionText = (condition: Condition): Word[] => {
  if (condition === true) return [plain('everyone')]
  if ('all' in condition) return group(condition.all, ' and ', 'everyone')
  if ('any' in condition) return group(condition.any, ', or ', 'nobody')
  if ('not' in condition) return negated(condition.not)
  if ('segment' in condition) {
    const verb = condition.negate === true ? 'not in segment ' : 'in segment '
    return [plain(verb), word('name', quoted(condition.segment))]
  }
  if ('flag' in condition) return flagText(condition, 'is')
  if ('in' in condition) {
    const { point, from, to } = condition.in
    return [plain('bucket'), ...pointText(point), plain(` is ${percent(from)} to ${percent(to)}`)]
  }
  return 'attribute' in condition ? leafText(condition) : extendedConditionText(condition)
}
