import type { Condition } from '../../schemas/condition.ts'
import type { Statement } from '../../schemas/promise.ts'
import { conditionText } from '../rules/condition.ts'
import { quoted } from '../rules/literal.ts'
import { percent } from '../rules/percent.ts'
import { plain, text, type Word, word } from '../word.ts'

/** A group of one says what its member says, and one of none is everyone. */
const unwrapped = (when: Condition): Condition => {
  const members = when === true ? [] : 'all' in when ? when.all : 'any' in when ? when.any : []
  const [only] = members
  if (only !== undefined && members.length === 1) return unwrapped(only)
  return when !== true && 'all' in when && members.length === 0 ? true : when
}

const whom = (subject: string, given: Condition): Word[] => {
  const when = unwrapped(given)
  if (when === true) return [plain(subject)]
  const isSegment = 'segment' in when && when.negate !== true
  return [plain(isSegment ? `${subject} ` : `${subject} where `), ...conditionText(when)]
}

const served = (verb: string, { flag, variants }: Pick<Statement, 'flag' | 'variants'>): Word[] => [
  plain(` ${verb} `),
  word('name', quoted(flag)),
  plain(' '),
  ...variants.flatMap((variant, at) => [
    ...(at === 0 ? [] : [plain(at === variants.length - 1 ? ' or ' : ', ')]),
    variant === null ? plain('default in code') : word('variant', quoted(variant)),
  ]),
]

/** A promise as a sentence, with what each word stands for. `parsePromise` reads it back. */
export const promiseText = (statement: Statement): Word[] => {
  switch (statement.kind) {
    case 'always':
      return [...whom('everyone', statement.when), ...served('gets', statement)]
    case 'never':
      return [...whom('nobody', statement.when), ...served('gets', statement)]
    case 'atMost':
      return [
        plain(`at most ${percent(statement.share)} of `),
        ...whom('everyone', statement.when),
        ...served('get', statement),
      ]
    case 'keeps':
      return [...whom('nobody', statement.when), ...served('loses', statement)]
    case 'example':
      return [
        word('value', JSON.stringify(statement.context)),
        ...served('gets', statement),
        ...(statement.at === null ? [] : [plain(' at '), word('value', statement.at)]),
      ]
  }
}

/** A promise as a sentence: `nobody where country is CN gets new-checkout on`. */
export const promiseSentence = (statement: Statement): string => text(promiseText(statement))
