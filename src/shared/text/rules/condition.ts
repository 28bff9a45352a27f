import { rolloutByUnitOrChance } from '../../datafile/imported-share.ts'
import { operatorFacts } from '../../operators.ts'
import type { Condition, Leaf, Operator, Scalar } from '../../schemas/condition.ts'
import type { Point } from '../../schemas/point.ts'
import { fillTemplate, joined, plain, type SentencePart, say, word } from '../word.ts'
import { extendedConditionText, rolloutText } from './extended.ts'
import { listSeparators } from './list-separators.ts'
import { literal, quoted } from './literal.ts'
import { operatorWords } from './operator-words.ts'
import { percent } from './percent.ts'

/** `NO, DE or SE`: values joined as alternatives, or as values that must all match. */
const list = (values: readonly Scalar[], last: 'or' | 'and'): SentencePart[] =>
  values.flatMap((value, i) => {
    const between = i === 0 ? [] : [plain(listSeparators[i === values.length - 1 ? last : 'comma'])]
    return [...between, word('value', literal(value))]
  })

const leafText = (leaf: Leaf): SentencePart[] => {
  const { takes } = operatorFacts[leaf.operator]
  // "is one of NO or DE" is shortened to "is NO or DE". With one value it stays, so that parsing it returns the same
  // operator.
  const operator: Operator = leaf.operator === 'isOneOf' && leaf.values.length > 1 ? 'is' : leaf.operator
  const values = list(leaf.values, takes === 'all' || takes === 'two' ? 'and' : 'or')
  const said = operatorText(operator, {
    attribute: [word('attribute', leaf.attribute === '' ? '…' : quoted(leaf.attribute))],
    values: values.length === 0 && takes !== 'none' ? [plain('…')] : values,
  })
  return leaf.ignoreCase === true ? say`${said} ignoring case` : said
}

const operatorText = (
  operator: Operator,
  holes: Readonly<Record<'attribute' | 'values', SentencePart[]>>,
): SentencePart[] => {
  if (operatorWords !== null) return fillTemplate(operatorWords[operator], holes)
  const { phrase, after } = operatorFacts[operator]
  const { attribute, values } = holes
  return [
    ...attribute,
    plain(` ${phrase}`),
    ...(values.length === 0 ? [] : [plain(' '), ...values]),
    ...(after === undefined ? [] : [plain(` ${after}`)]),
  ]
}

/** ` by company salted "x" hashed portably`. Empty for the default bucketing. */
export const pointText = (point: Point | undefined): SentencePart[] => [
  ...(point?.by === undefined ? [] : say` by ${word('attribute', quoted(point.by))}`),
  ...(point?.salt === undefined ? [] : say` salted ${word('value', JSON.stringify(point.salt))}`),
  ...(point?.hash === undefined ? [] : [plain(' hashed portably')]),
]

const negated = (condition: Condition): SentencePart[] => {
  if (condition !== true && 'segment' in condition) return say`not ${conditionText(condition)}`
  if (condition !== true && 'flag' in condition)
    return say`flag ${word('name', quoted(condition.flag))} is not ${variantList(condition.variants)}`
  if (condition !== true && 'attribute' in condition && condition.operator === 'exists')
    return say`${word('attribute', quoted(condition.attribute))} is not set`
  return say`not (${conditionText(condition)})`
}

const variantList = (variants: readonly string[]): SentencePart[] =>
  list(variants, 'or').map((w) => (w.kind === 'value' ? word('variant', w.text) : w))

const group = (members: readonly Condition[], separator: string, empty: string): SentencePart[] => {
  const [only, ...others] = members
  if (only === undefined) return [plain(empty)]
  if (others.length === 0) return conditionText(only)
  return joined(members.map(nested), separator)
}

const nested = (condition: Condition): SentencePart[] =>
  condition !== true &&
  ('all' in condition || 'any' in condition) &&
  conditionLength(condition) > 1 &&
  rolloutByUnitOrChance(condition) === null
    ? [plain('('), ...conditionText(condition), plain(')')]
    : conditionText(condition)

const conditionLength = (condition: { all: Condition[] } | { any: Condition[] }): number =>
  'all' in condition ? condition.all.length : condition.any.length

/** Describes the audience of a rule or segment: `country is NO or DE and plan is not free`. */
export const conditionText = (condition: Condition): SentencePart[] => {
  if (condition === true) return [plain('everyone')]
  if ('all' in condition) return group(condition.all, listSeparators.and, 'everyone')
  if ('any' in condition) {
    const rollout = rolloutByUnitOrChance(condition)
    return rollout === null ? group(condition.any, ', or ', 'nobody') : rolloutText(rollout)
  }
  if ('not' in condition) return negated(condition.not)
  if ('segment' in condition) {
    const name = word('name', quoted(condition.segment))
    return condition.negate === true ? say`not in segment ${name}` : say`in segment ${name}`
  }
  if ('flag' in condition)
    return say`flag ${word('name', quoted(condition.flag))} is ${variantList(condition.variants)}`
  if ('in' in condition) {
    const { point, from, to } = condition.in
    return say`bucket${pointText(point)} is ${percent(from)} to ${percent(to)}`
  }
  return 'attribute' in condition ? leafText(condition) : extendedConditionText(condition)
}
