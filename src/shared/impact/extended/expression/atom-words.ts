import { comparedNumber } from '../../../engine/extended/query-logic/number.ts'
import type { Condition, ExtendedTest } from '../../../schemas/condition.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { ConditionCandidate } from '../../condition-synthesis.ts'
import type { TruthEnd } from '../standalone-verdicts.ts'
import { type Atom, comparisonOf, isPlainText, isStrict } from './atom.ts'
import type { Comparison } from './comparison.ts'
import { listedValues } from './query-atom.ts'

const relations: Readonly<Record<string, 'lt' | 'lte' | 'gt' | 'gte'>> = {
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
}
const versionRelations: Readonly<Record<string, 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte'>> = {
  ...relations,
  ...{ '=': 'eq', '!=': 'ne' },
}

/** A part of an expression as conditions. */
interface Words {
  readonly yes: Condition
  /** The contexts for which it does not end the flag; `true` for all. */
  readonly sound: Condition | true
}

/** Returns conditions for the results of a part; empty if it cannot be described. */
export const conditionsForAtom = (atom: Atom, ofNothing: TruthEnd): ConditionCandidate[] => {
  const compared = comparisonOf(atom)
  const words = compared === undefined || ofNothing === 3 ? undefined : wordsOf(atom, compared, ofNothing === 1)
  if (words === undefined) return []
  const { yes, sound } = words
  const size = 2 + (Array.isArray(compared?.constant) ? compared.constant.length : 0)
  const sayings: ConditionCandidate[] = [
    { said: () => yes, holds: (cell) => cell === 1, words: size },
    { said: () => ({ not: yes }), holds: (cell) => cell !== 1, words: size + 0.5 },
  ]
  if (sound === true) return sayings
  return [
    ...sayings,
    { said: () => sound, holds: (cell) => cell !== 3, words: size + 2 },
    { said: () => ({ not: sound }), holds: (cell) => cell === 3, words: size + 2.5 },
    { said: () => ({ all: [{ not: yes }, sound] }), holds: (cell) => cell === 0, words: size + 3 },
  ]
}

/**
 * Returns conditions for a comparison of a GO Feature Flag query. Ordering has none, because texts are parsed as
 * numbers by Go's rules.
 */
const goffWords = (
  { name, constant, flipped }: Comparison,
  say: {
    readonly read: Atom['read']
    readonly leaf: (test: ExtendedTest, more?: { negate?: true; nothing?: boolean }) => Condition
    readonly is: (values: readonly Json[], negate?: boolean) => Condition
    readonly sound: (yes: Condition) => Words
  },
): Words | undefined => {
  const { read, leaf, is, sound } = say
  if (name === 'in') {
    const listed = flipped ? undefined : listedValues(constant)
    return listed === undefined ? undefined : sound(is(listed))
  }
  if (name === '==' || name === '!=') {
    const isPlain = typeof constant === 'string' && Number.isNaN(comparedNumber(constant))
    return isPlain ? sound(is([constant], name === '!=')) : undefined
  }
  if (name !== 'var') return undefined
  const empty = (value: Json): Condition => leaf({ op: 'json.eq', value }, { negate: true, nothing: true })
  return sound({ all: [{ read, presence: 'truthy', test: { op: 'present' } }, empty([]), empty({})] })
}

const wordsOf = (
  { read, dialect }: Atom,
  { name, constant, flipped }: Comparison,
  ofNothing: boolean,
): Words | undefined => {
  const strict = isStrict(dialect)
  const leaf = (test: ExtendedTest, more: { negate?: true; nothing?: boolean } = {}): Condition => ({
    ...{ read, test, missing: (more.nothing ?? ofNothing) ? 'true' : 'false' },
    ...(more.negate === true && { negate: true }),
  })
  const is = (values: readonly Json[], negate = false): Condition =>
    leaf({ op: 'in.strict', values: [...values] }, negate ? { negate: true } : {})
  const sound = (yes: Condition): Words => ({ yes, sound: true })

  if (dialect === 'query' && name !== '===' && name !== '!==')
    return goffWords({ name, constant, flipped }, { read, leaf, is, sound })

  switch (name) {
    case '===':
    case '!==':
      return typeof constant === 'object' ? undefined : sound(is([constant], name === '!=='))
    case 'in': {
      if (!flipped && Array.isArray(constant)) return sound(is(constant))
      return undefined
    }
    case '==':
    case '!=': {
      if (!isPlainText(constant) || ['true', 'false', 'NaN'].includes(constant)) return undefined
      if (strict) {
        const isText = leaf({ op: 'type.is', type: 'string' }, { nothing: true })
        return { yes: name === '==' ? is([constant]) : { all: [isText, is([constant], true)] }, sound: isText }
      }
      const test: ExtendedTest = { op: 'loose.eq', value: constant }
      return sound(name === '==' ? leaf(test) : leaf(test, { negate: true }))
    }
    case 'starts_with':
    case 'ends_with':
      return typeof constant !== 'string' || flipped
        ? undefined
        : sound(
            leaf({
              op: 'text.rel',
              rel: name === 'starts_with' ? 'prefix' : 'suffix',
              values: [constant],
              str: 'none',
            }),
          )
    case 'var':
      return strict
        ? undefined
        : sound({
            all: [
              { read, presence: 'truthy', test: { op: 'present' } },
              leaf({ op: 'json.eq', value: [] }, { negate: true, nothing: true }),
            ],
          })
    default:
  }
  const relation = versionRelations[name.replace('sem_ver ', '')]
  if (!name.startsWith('sem_ver ') || relation === undefined || dialect !== 'percent') return undefined
  const grammar = 'node-semver'
  return sound(leaf({ op: 'semver.rel', rel: relation, values: [constant], semver: grammar, valSemver: grammar }))
}
