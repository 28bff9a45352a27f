import { dateReader } from '../../engine/extended/date.ts'
import type { ExtendedTest } from '../../schemas/condition.ts'
import type { AttributeRef } from '../../schemas/extended-attribute.ts'
import { stableKindsOf } from './stable-kinds.ts'

export const isTimedRead = ({ virtual }: AttributeRef): boolean => virtual === 'now'

const counted: ReadonlySet<string> = new Set(['relative', 'relative|iso'])

/** Whether the result of a test may change over time. Nested tests count by what they read. */
export const isTimedTest = (test: ExtendedTest): boolean => {
  if (test.op === 'date.rel') return counted.has(test.date) || counted.has(test.valDate)
  return (test.op === 'arr.size' || test.op === 'arr.elem' || test.op === 'arr.all') && isTimedPart(test)
}

/**
 * Returns the instants at which the result of a test of the time itself may change, in epoch ms: the numbers and dates
 * that it compares with. Undefined if they are unknown.
 */
export const turnsOfTest = (test: ExtendedTest): readonly number[] | undefined => {
  if (test.op === 'date.rel') {
    const read = dateReader(test.valDate)
    return test.values.flatMap((value) => {
      // A relative date keeps its distance from now.
      const [early, late] = [read(value, 0), read(value, dayMs * 10_000)]
      return early === undefined || early !== late ? [] : turnsAt(early, early / 1_000)
    })
  }
  const { on, named, limits } = stableKindsOf(test)
  if (!on.has('numbers')) return undefined
  return turnsAt(...limits, ...named.filter((value) => typeof value === 'number'))
}

const dayMs = 86_400_000
/** Returns the instant of a limit, and the one after it. */
const turnsAt = (...limits: readonly number[]): number[] =>
  limits.filter(Number.isFinite).flatMap((limit) => [Math.ceil(limit), Math.floor(limit) + 1])

export const isTimedPart = (node: unknown): boolean => {
  if (typeof node !== 'object' || node === null) return false
  if (Array.isArray(node)) return node.some((inner) => typeof inner === 'object' && isTimedPart(inner))
  if ('virtual' in node && node.virtual === 'now') return true
  if ('operator' in node && (node.operator === 'olderThan' || node.operator === 'newerThan')) return true
  if ('date' in node && counted.has(String(node.date))) return true
  if ('valDate' in node && counted.has(String(node.valDate))) return true
  return Object.values(node).some(isTimedPart)
}

/** Whether a test changes over time at unknown instants. */
export const isUnforeseen = (ref: AttributeRef, test: ExtendedTest): boolean =>
  isTimedRead(ref) ? turnsOfTest(test) === undefined : isTimedTest(test)
