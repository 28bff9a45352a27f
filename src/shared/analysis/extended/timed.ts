import type { ExtendedTest } from '../../schemas/condition.ts'
import type { AttributeRef } from '../../schemas/extended-attribute.ts'

/** Whether what is read is the time. */
export const isTimedRead = ({ virtual }: AttributeRef): boolean => virtual === 'now'

const counted: ReadonlySet<string> = new Set(['relative', 'relative|iso'])

/** Whether what a test says of a value may change as time goes on; tests inside of others count by what they read. */
export const isTimedTest = (test: ExtendedTest): boolean => {
  if (test.op === 'date.rel') return counted.has(test.date) || counted.has(test.valDate)
  return (test.op === 'arr.size' || test.op === 'arr.elem' || test.op === 'arr.all') && isTimedPart(test)
}

/** Whether anything in a part of a document asks the time. */
export const isTimedPart = (node: unknown): boolean => {
  if (typeof node !== 'object' || node === null) return false
  if (Array.isArray(node)) return node.some((inner) => typeof inner === 'object' && isTimedPart(inner))
  if ('virtual' in node && node.virtual === 'now') return true
  if ('operator' in node && (node.operator === 'olderThan' || node.operator === 'newerThan')) return true
  if ('date' in node && counted.has(String(node.date))) return true
  if ('valDate' in node && counted.has(String(node.valDate))) return true
  return Object.values(node).some(isTimedPart)
}
