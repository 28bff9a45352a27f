import type { Statement } from '../../features/promises/schemas/promise.ts'
import type { Condition } from '../../schemas/condition.ts'
import { conditionText } from '../rules/condition.ts'
import { listSeparators } from '../rules/list-separators.ts'
import { quoted } from '../rules/literal.ts'
import { percent } from '../rules/percent.ts'
import { plain, type SentencePart, say, word } from '../word.ts'

/** Unwraps groups: a group with one member is that member, and an empty group is everyone. */
const unwrapped = (when: Condition): Condition => {
  const members = when === true ? [] : 'all' in when ? when.all : 'any' in when ? when.any : []
  const [only] = members
  if (only !== undefined && members.length === 1) return unwrapped(only)
  return when !== true && 'all' in when && members.length === 0 ? true : when
}

const variantsText = (variants: Statement['variants']): SentencePart[] =>
  variants.flatMap((variant, at) => [
    ...(at === 0 ? [] : [plain(listSeparators[at === variants.length - 1 ? 'or' : 'comma'])]),
    variant === null ? plain('default in code') : word('variant', quoted(variant)),
  ])

export const promiseText = (statement: Statement): SentencePart[] => {
  const [flag, variants] = [word('name', quoted(statement.flag)), variantsText(statement.variants)]
  if (statement.kind === 'example') {
    const context = word('value', JSON.stringify(statement.context))
    const gets = say`${context} gets ${flag} ${variants}`
    return statement.at === null ? gets : say`${gets} at ${word('value', statement.at)}`
  }
  const when = unwrapped(statement.when)
  const whom = conditionText(when)
  const about: 'all' | 'segment' | 'where' =
    when === true ? 'all' : 'segment' in when && when.negate !== true ? 'segment' : 'where'
  switch (statement.kind) {
    case 'always':
      if (about === 'all') return say`everyone gets ${flag} ${variants}`
      if (about === 'segment') return say`everyone ${whom} gets ${flag} ${variants}`
      return say`everyone where ${whom} gets ${flag} ${variants}`
    case 'never':
      if (about === 'all') return say`nobody gets ${flag} ${variants}`
      if (about === 'segment') return say`nobody ${whom} gets ${flag} ${variants}`
      return say`nobody where ${whom} gets ${flag} ${variants}`
    case 'keeps':
      if (about === 'all') return say`nobody loses ${flag} ${variants}`
      if (about === 'segment') return say`nobody ${whom} loses ${flag} ${variants}`
      return say`nobody where ${whom} loses ${flag} ${variants}`
    case 'atMost': {
      const share = percent(statement.share)
      if (about === 'all') return say`at most ${share} of everyone get ${flag} ${variants}`
      if (about === 'segment') return say`at most ${share} of everyone ${whom} get ${flag} ${variants}`
      return say`at most ${share} of everyone where ${whom} get ${flag} ${variants}`
    }
  }
}
