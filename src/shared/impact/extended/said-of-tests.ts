import type { Condition, Each, ExtendedLeaf, ExtendedTest } from '../../schemas/condition.ts'
import type { AttributeRef } from '../../schemas/extended-attribute.ts'
import type { Saying } from '../saying.ts'
import { unsayable } from '../undecided.ts'
import { verdicts } from './asks.ts'

export const wordsOfTest = (test: ExtendedTest): number => 1 + ('values' in test ? test.values.length : 1)

/** Returns the test with unknown and fatal results replaced by false. */
const tame = (test: ExtendedTest): ExtendedTest =>
  test.op === 'text.regex' && (test.badPattern === 'unknown' || test.badPattern === 'fatal')
    ? { ...test, badPattern: 'finalFalse' }
    : test

/** Whether a condition inside a test may end the flag, which no condition can describe. */
export const mayEnd = (test: ExtendedTest): boolean =>
  (test.op === 'arr.size' || test.op === 'arr.elem' || test.op === 'arr.all') && JSON.stringify(test).includes('"fatal')

const tamed = <F extends string | undefined>(final: F): F | 'false' =>
  final === 'unknown' || final?.startsWith('fatal') === true ? 'false' : final

/** Returns a leaf that is true whenever another is, and false whenever that one is unknown or ends the flag. */
export const tameLeaf = ({ missing, nullIs, invalid, ...leaf }: ExtendedLeaf): Condition => ({
  ...leaf,
  ...(missing !== undefined && { missing: tamed(missing) }),
  ...(nullIs !== undefined && { nullIs: tamed(nullIs) }),
  ...(invalid !== undefined && { invalid: tamed(invalid) }),
  test: tame(leaf.test),
})

/** Returns a condition for whether a value is absent for a leaf. */
export const absentTo = (read: AttributeRef, presence: ExtendedLeaf['presence'], isAbsent: boolean): Condition => ({
  read,
  ...(presence !== undefined && { presence }),
  test: { op: 'present' },
  ...(isAbsent && { missing: 'true', negate: true }),
})

/** Returns conditions for the verdicts of a test. `bare`: its verdict for null and undefined is not true. */
export const verdictSayings = (read: AttributeRef, asked: ExtendedTest, bare: boolean): Saying[] => {
  if (mayEnd(asked)) return []
  const test = tame(asked)
  const words = wordsOfTest(test)
  const leaf: Condition = { read, ...(!bare && { presence: 'any' }), test }
  return [
    { said: () => leaf, holds: (cell) => cell === 1, words },
    { said: () => ({ not: leaf }), holds: (cell) => cell !== 1, words: words + 0.5 },
  ]
}

/** Returns a condition for exactly one verdict of a test. */
export const verdictIs = (read: AttributeRef, asked: ExtendedTest, cell: number): Condition => {
  if (mayEnd(asked)) throw unsayable
  const leaf = { read, presence: 'any', test: tame(asked) } as const
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
export const eachSayings = (each: Each): Saying[] => {
  if (!isPlain(each)) return []
  const words = wordsOfTest(each.test) + 1
  return [
    { said: () => each, holds: (cell) => cell === 1, words },
    { said: () => ({ not: each }), holds: (cell) => cell !== 1, words: words + 0.5 },
  ]
}

/** Whether the test can neither be unknown nor end the flag. */
export const isPlain = ({ missing, element = {}, test }: Each): boolean =>
  [missing, element.missing, element.nullIs, element.invalid].every((final) => tamed(final) === final) &&
  tame(test) === test &&
  !mayEnd(test)

export const eachIs = (each: Each, cell: number): Condition => {
  if (!isPlain(each) || cell > 1) throw unsayable
  return cell === 1 ? each : { not: each }
}
