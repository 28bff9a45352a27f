import type { Condition, Each, ExtendedLeaf, ExtendedTest } from '../../schemas/condition.ts'
import type { AttributeRef } from '../../schemas/extended-attribute.ts'
import type { ConditionCandidate } from '../condition-synthesis.ts'
import { inexpressible } from '../undecided.ts'
import { verdicts } from './standalone-verdicts.ts'

export const wordsOfTest = (test: ExtendedTest): number => 1 + ('values' in test ? test.values.length : 1)

/** Returns the test with unknown and fatal results replaced by false. */
const withoutUnknownVerdict = (test: ExtendedTest): ExtendedTest =>
  test.op === 'text.regex' && (test.badPattern === 'unknown' || test.badPattern === 'fatal')
    ? { ...test, badPattern: 'finalFalse' }
    : test

/** Whether a condition inside a test may end the flag, which no condition can describe. */
export const canEndFlag = (test: ExtendedTest): boolean =>
  (test.op === 'arr.size' || test.op === 'arr.elem' || test.op === 'arr.all') && JSON.stringify(test).includes('"fatal')

const withoutUnknownFinal = <F extends string | undefined>(final: F): F | 'false' =>
  final === 'unknown' || final?.startsWith('fatal') === true ? 'false' : final

/** Returns a leaf that is true whenever another is, and false whenever that one is unknown or ends the flag. */
export const withoutUnknownLeaf = ({ missing, nullIs, invalid, ...leaf }: ExtendedLeaf): Condition => ({
  ...leaf,
  ...(missing !== undefined && { missing: withoutUnknownFinal(missing) }),
  ...(nullIs !== undefined && { nullIs: withoutUnknownFinal(nullIs) }),
  ...(invalid !== undefined && { invalid: withoutUnknownFinal(invalid) }),
  test: withoutUnknownVerdict(leaf.test),
})

/** Returns a condition for whether a value is absent for a leaf. */
export const conditionForAbsence = (
  read: AttributeRef,
  presence: ExtendedLeaf['presence'],
  isAbsent: boolean,
): Condition => ({
  read,
  ...(presence !== undefined && { presence }),
  test: { op: 'present' },
  ...(isAbsent && { missing: 'true', negate: true }),
})

/** Returns conditions for the verdicts of a test. `bare`: its verdict for null and undefined is not true. */
export const conditionsForVerdict = (read: AttributeRef, asked: ExtendedTest, bare: boolean): ConditionCandidate[] => {
  if (canEndFlag(asked)) return []
  const test = withoutUnknownVerdict(asked)
  const words = wordsOfTest(test)
  const leaf: Condition = { read, ...(!bare && { presence: 'any' }), test }
  return [
    { said: () => leaf, holds: (cell) => cell === 1, words },
    { said: () => ({ not: leaf }), holds: (cell) => cell !== 1, words: words + 0.5 },
  ]
}

/** Returns a condition for exactly one verdict of a test. */
export const verdictIs = (read: AttributeRef, asked: ExtendedTest, cell: number): Condition => {
  if (canEndFlag(asked)) throw inexpressible
  const leaf = { read, presence: 'any', test: withoutUnknownVerdict(asked) } as const
  const isTrue: Condition = leaf
  const isFalse: Condition = { ...leaf, negate: true }
  const isInvalid: Condition = {
    all: [
      { ...leaf, invalid: 'true' },
      { ...leaf, invalid: 'true', negate: true },
    ],
  }
  const verdict = verdicts[cell]
  if (verdict === 'true') return isTrue
  if (verdict === 'false') return isFalse
  if (verdict === 'invalid') return isInvalid
  return { all: [{ not: isTrue }, { not: isFalse }, { not: isInvalid }] }
}

/** Returns conditions for the result of a test of any element. Unknown and fatal results have none. */
export const conditionsForEach = (each: Each): ConditionCandidate[] => {
  if (!isPlain(each)) return []
  const words = wordsOfTest(each.test) + 1
  return [
    { said: () => each, holds: (cell) => cell === 1, words },
    { said: () => ({ not: each }), holds: (cell) => cell !== 1, words: words + 0.5 },
  ]
}

/** Whether the test can neither be unknown nor end the flag. */
export const isPlain = ({ missing, element = {}, test }: Each): boolean =>
  [missing, element.missing, element.nullIs, element.invalid].every((final) => withoutUnknownFinal(final) === final) &&
  withoutUnknownVerdict(test) === test &&
  !canEndFlag(test)

export const eachIs = (each: Each, cell: number): Condition => {
  if (!isPlain(each) || cell > 1) throw inexpressible
  return cell === 1 ? each : { not: each }
}
