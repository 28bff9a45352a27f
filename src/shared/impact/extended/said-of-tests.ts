import type { Condition, Each, ExtendedLeaf, ExtendedTest } from '../../schemas/condition.ts'
import type { AttributeRef } from '../../schemas/extended-attribute.ts'
import type { Saying } from '../saying.ts'
import { unsayable } from '../undecided.ts'
import { verdicts } from './asks.ts'

/** About how long a test is, told in words. */
export const wordsOfTest = (test: ExtendedTest): number => 1 + ('values' in test ? test.values.length : 1)

/** The test as one that is never unknown and ends nothing. */
const tame = (test: ExtendedTest): ExtendedTest =>
  test.op === 'text.regex' && (test.badPattern === 'unknown' || test.badPattern === 'fatal')
    ? { ...test, badPattern: 'finalFalse' }
    : test

/** Whether a condition inside of a test may end the flag: no condition says that it would not. */
export const mayEnd = (test: ExtendedTest): boolean =>
  (test.op === 'arr.size' || test.op === 'arr.elem' || test.op === 'arr.all') && JSON.stringify(test).includes('"fatal')

const tamed = <F extends string | undefined>(final: F): F | 'false' =>
  final === 'unknown' || final?.startsWith('fatal') === true ? 'false' : final

/** A leaf that holds where another does, and is false wherever that one is unknown or ends the flag. */
export const tameLeaf = ({ missing, nullIs, invalid, ...leaf }: ExtendedLeaf): Condition => ({
  ...leaf,
  ...(missing !== undefined && { missing: tamed(missing) }),
  ...(nullIs !== undefined && { nullIs: tamed(nullIs) }),
  ...(invalid !== undefined && { invalid: tamed(invalid) }),
  test: tame(leaf.test),
})

/** Whether a value reads as nothing to a leaf, said as a condition. */
export const absentTo = (read: AttributeRef, presence: ExtendedLeaf['presence'], isAbsent: boolean): Condition => ({
  read,
  ...(presence !== undefined && { presence }),
  test: { op: 'present' },
  ...(isAbsent && { missing: 'true', negate: true }),
})

/** The verdicts of a test of its own, in the language of rules. `bare`: what it says of null and undefined is not true. */
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

/** Exactly one verdict of a test. */
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

/** What any element comes to; that it is unknown or ends the flag has no words. */
export const eachSayings = (each: Each): Saying[] => {
  if (!isPlain(each)) return []
  const words = wordsOfTest(each.test) + 1
  return [
    { said: () => each, holds: (cell) => cell === 1, words },
    { said: () => ({ not: each }), holds: (cell) => cell !== 1, words: words + 0.5 },
  ]
}

/** Whether it can neither be unknown nor end the flag. */
export const isPlain = ({ missing, element = {}, test }: Each): boolean =>
  [missing, element.missing, element.nullIs, element.invalid].every((final) => tamed(final) === final) &&
  tame(test) === test &&
  !mayEnd(test)

export const eachIs = (each: Each, cell: number): Condition => {
  if (!isPlain(each) || cell > 1) throw unsayable
  return cell === 1 ? each : { not: each }
}
