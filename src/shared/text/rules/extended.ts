import { shareOf } from '../../datafile/imported-share.ts'
import { limits } from '../../limits.ts'
import type { ExtendedCondition, ExtendedTest } from '../../schemas/condition.ts'
import type { AttributeRef } from '../../schemas/extended-attribute.ts'
import type { Within } from '../../schemas/extended-point.ts'
import type { Json } from '../../schemas/keys.ts'
import type { ExtendedServe, Serve } from '../../schemas/split.ts'
import { plain, type SentencePart, say, word } from '../word.ts'
import { quoted } from './literal.ts'
import { percent } from './percent.ts'

/*
 * Documents imported from another system keep its conventions, which no short sentence can express. These texts name
 * the attribute, the kind of test and the values, and say that the rest is as imported.
 */

const names: Record<ExtendedTest['op'], string> = {
  'in.strict': 'is',
  'in.text': 'is',
  'in.fold': 'is',
  'text.rel': 'has text like',
  'text.regex': 'matches',
  'num.rel': 'compares as a number with',
  'js.rel': 'compares with',
  'ph.rel': 'compares with',
  'ph.exact': 'is',
  'date.rel': 'compares as a time with',
  'semver.rel': 'compares as a version with',
  'semver.range': 'is a version in the range',
  'ip.cidr': 'is in network',
  present: 'is present',
  'loose.eq': 'is',
  'json.eq': 'is',
  'type.is': 'is a',
  'arr.text': 'includes',
  'cast.rel': 'compares with',
  mod: 'has a remainder like',
  'hash.text': 'has a hash like',
  'arr.size': 'has a length that passes a test',
  'arr.elem': 'has an element that passes a test',
  'arr.all': 'has elements that pass every test',
}

const attribute = (ref: AttributeRef): SentencePart => {
  if (ref.virtual !== undefined) return plain(ref.virtual === 'now' ? 'the time' : 'the kind of context')
  return word('attribute', ref.firstOf.map((path) => quoted(path.join('.') || 'context')).join(' or else '))
}

const operands = (test: ExtendedTest): SentencePart[] => {
  const list: readonly Json[] = 'values' in test ? test.values : 'value' in test ? [test.value] : []
  const shown = list.slice(0, 5).map((value) => (typeof value === 'string' ? quoted(value) : JSON.stringify(value)))
  const more = list.length > shown.length ? ` and ${list.length - shown.length} more` : ''
  return shown.length === 0 ? [] : [plain(' '), word('value', shown.join(', ')), plain(more)]
}

const testText = (ref: AttributeRef, test: ExtendedTest, negate: boolean | undefined): SentencePart[] => [
  ...(negate === true ? [plain('not: ')] : []),
  attribute(ref),
  plain(` ${names[test.op]}`),
  ...operands(test),
]

/** Describes an imported rollout, with its share if known. */
export const rolloutText = (within: Within): SentencePart[] => {
  const share = shareOf(within)
  if (share === null) return [plain('bucket is inside the imported rollout')]
  return say`in the imported ${word('value', percent(Math.round(share * limits.weightUnits)))} rollout`
}

export const extendedConditionText = (condition: ExtendedCondition): SentencePart[] => {
  if ('read' in condition) return testText(condition.read, condition.test, condition.negate)
  if ('each' in condition) return testText(condition.each, condition.test, condition.negate)
  if ('flagTest' in condition) return say`flag ${word('name', quoted(condition.flagTest.flag))} passes an imported test`
  return rolloutText(condition.within)
}

export const extendedServeText = (serve: ExtendedServe): SentencePart[] => {
  if ('wide' in serve) {
    const variants = [
      ...new Set(serve.wide.slots.flatMap((slot) => ('variant' in slot.serve ? [slot.serve.variant] : []))),
    ]
    return say`${word('variant', variants.map(quoted).join(', '))} by an imported split`
  }
  if ('expr' in serve) return [plain('the result of the imported expression')]
  if ('useDefault' in serve) return [plain('the default in code')]
  return [plain(`an error (${serve.error})`)]
}

/** Whether a serve exists only in documents imported from other systems. */
export const isExtendedServe = (serve: Serve): serve is ExtendedServe => !('variant' in serve) && !('split' in serve)
